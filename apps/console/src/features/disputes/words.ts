import type { DeskP2pOrder, P2pStatement } from '@maru/contract'
import { p2pStateWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

export const sideWords: Readonly<Record<DeskP2pOrder['side'], string>> = { BUY: t('buy'), SELL: t('sell') }
export const tellerWords: Readonly<Record<P2pStatement['teller'], string>> = {
  MEMBER: t('member'),
  MERCHANT: t('merchant'),
  SYSTEM: t('record'),
}
const causes: Readonly<Record<string, string>> = {
  MEMBER: t('byMember'),
  MERCHANT: t('byMerchant'),
  MERCHANT_SILENT: t('merchantSilent'),
  UNPAID: t('notPaid'),
  UNAPPROVED: t('notApproved'),
  REJECTED: t('refusedAtDesk'),
  SUSPENDED: t('inSuspense'),
  DECIDED: t('stateDecided'),
  SILENT: t('noAnswer'),
}
export const causeOf = ({ reason }: DeskP2pOrder): string => (reason === null ? '' : (causes[reason] ?? reason))

/** The state of an order; one that two persons have to approve first is in review. */
export const stateOf = ({ state, reviewBy }: DeskP2pOrder): string =>
  reviewBy === null ? p2pStateWords[state] : t('inReview')
