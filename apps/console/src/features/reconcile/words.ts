import type { ReconcileLine } from '@maru/contract'
import { t } from './texts.ts'

/** What staff do about it. */
export const adviceWords: Readonly<Record<ReconcileLine['state'], string>> = {
  MATCHED: t('sameHint'),
  FEE: t('otherFeeHint'),
  DIFFERENT: t('otherAmountHint'),
  LINE_ONLY: t('notInLedgerHint'),
  LEDGER_ONLY: t('notInStatementHint'),
  UNDONE: t('nothingToDoHint'),
  GONE: t('goneHint'),
}
