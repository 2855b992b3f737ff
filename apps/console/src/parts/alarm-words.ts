import type { AlarmKind } from '@maru/contract'
import { t } from './texts.ts'

/** What each kind of alarm is about, in the order in which they are chosen. */
export const alarmWords: Readonly<Record<AlarmKind, string>> = {
  DEPOSIT: t('alarmDeposit'),
  WITHDRAWAL: t('alarmWithdrawal'),
  APPROVAL: t('alarmApproval'),
  SUSPENSE: t('alarmSuspense'),
  DISPUTE: t('alarmDispute'),
  STOP: t('alarmStop'),
  PROVIDER: t('alarmProvider'),
  JOB: t('alarmJob'),
}
