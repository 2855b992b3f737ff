import type { ReconcileLine } from '@maru/contract'
import { t } from './texts.ts'

/** Rules of the audit as staff call them; the name of the rule where it has no word. */
const ruleWords: Readonly<Record<string, string>> = {
  'transaction-sums-to-zero': t('ruleZero'),
  'wallet-is-sum-of-postings': t('ruleWallets'),
  'house-account-is-sum-of-postings': t('ruleHouse'),
  'pending-is-sum-of-open-withdrawals': t('rulePending'),
  'escrow-is-sum-of-open-sales': t('ruleEscrowSales'),
  'escrow-is-sum-of-open-orders': t('ruleEscrowOrders'),
  'statement-lines-are-booked': t('ruleLinesInLedger'),
  'movements-are-on-statements': t('ruleMovesInStatement'),
  'statements-follow-one-another': t('ruleBalances'),
  'reserved-is-sum-of-open-bets': t('ruleReserved'),
  'reserved-covers-futures-positions': t('ruleMargin'),
  'fills-add-up-to-orders': t('ruleFillsOrders'),
  'fills-add-up-to-positions': t('ruleFillsPositions'),
  'closing-sum-is-sum-of-postings': t('ruleClose'),
}
export const ruleWord = (rule: string): string => ruleWords[rule] ?? rule

/** What staff do about it. */
export const adviceWords: Readonly<Record<ReconcileLine['state'], string>> = {
  MATCHED: t('sameHint'),
  DIFFERENT: t('otherAmountHint'),
  LINE_ONLY: t('notInLedgerHint'),
  LEDGER_ONLY: t('notInStatementHint'),
  UNDONE: t('nothingToDoHint'),
  GONE: t('goneHint'),
}

const columnWords: Readonly<Record<string, string>> = {
  provider: t('provider'),
  provider_ref: t('providerNumber'),
  reference: t('memo'),
  kind: t('kind'),
  currency: t('currency'),
  amount: t('amount'),
  fee: t('fee'),
  day: t('date'),
  gone_at: t('goneAt'),
  member_id: t('memberNumber'),
  type: t('wallet'),
  account: t('account'),
  sub: t('name'),
  posted: t('writtenAmount'),
  balance: t('writtenAmount'),
  sum: t('sum'),
  requests: t('requestSum'),
  orders: t('order'),
  reserved: t('reserved'),
  txn_id: t('entry'),
  ref_id: t('request'),
  reason: t('cause'),
}
/** The head of a column of what disagrees; its name where it has no word. */
export const columnWord = (column: string): string => columnWords[column] ?? column
