import type { StopLine } from '@maru/contract'
import { t } from './texts.ts'

export const lineWords: Readonly<Record<StopLine, string>> = {
  ROUND: t('lineRound'),
  FUTURES: t('lineFutures'),
  OVERSEA: t('lineOversea'),
  COPY: t('lineCopy'),
}
