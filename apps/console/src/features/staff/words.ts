import type { CapAct } from '@maru/contract'
import { t } from './texts.ts'

/** What a cap is about. */
export const actWords: Readonly<Record<CapAct, string>> = {
  WITHDRAW: t('capWithdrawal'),
  GRANT: t('capBonusPay'),
  DEDUCT: t('capBonusTake'),
  PAYOUT: t('capPayLeft'),
  HOUSE: t('capHouse'),
}
