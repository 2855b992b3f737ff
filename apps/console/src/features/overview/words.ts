import type { Line } from '@maru/contract'
import { t } from './texts.ts'

export const lineWords: Readonly<Record<Line, string>> = {
  ROUND: t('lineRound'),
  FUTURES: t('lineFutures'),
  OVERSEA: t('lineOversea'),
}
