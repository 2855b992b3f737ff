import type { AlarmChannel } from '@maru/contract'
import { t } from './texts.ts'

export const channelWords: Readonly<Record<AlarmChannel, string>> = {
  MAIL: t('mail'),
  WEBHOOK: t('webhook'),
  SLACK: t('slack'),
}
