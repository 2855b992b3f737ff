import type { DeskP2pOrder, P2pStatement } from '@maru/contract'

export const sideWords: Readonly<Record<DeskP2pOrder['side'], string>> = { BUY: '구매', SELL: '판매' }
export const tellerWords: Readonly<Record<P2pStatement['teller'], string>> = {
  MEMBER: '회원',
  MERCHANT: '판매자',
  SYSTEM: '기록',
}
const causes: Readonly<Record<string, string>> = {
  MEMBER: '회원이 냈습니다',
  MERCHANT: '판매자가 냈습니다',
  MERCHANT_SILENT: '판매자가 답하지 않습니다',
  UNPAID: '입금하지 않았습니다',
  DECIDED: '결정했습니다',
  SILENT: '답이 없습니다',
}
export const causeOf = ({ reason }: DeskP2pOrder): string => (reason === null ? '' : (causes[reason] ?? reason))
