import type { DeskP2pOrder, P2pStatement } from '@maru/contract'
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
  DECIDED: t('stateDecided'),
  SILENT: t('noAnswer'),
}
export const causeOf = ({ reason }: DeskP2pOrder): string => (reason === null ? '' : (causes[reason] ?? reason))
