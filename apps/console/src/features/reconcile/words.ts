import type { ReconcileLine } from '@maru/contract'

/** Rules of the audit as staff call them; the name of the rule where it has no word. */
const ruleWords: Readonly<Record<string, string>> = {
  'transaction-sums-to-zero': '전표 합계 0',
  'wallet-is-sum-of-postings': '지갑 = 전표',
  'house-account-is-sum-of-postings': '하우스 계정 = 전표',
  'pending-is-sum-of-open-withdrawals': '대기 계정 = 열린 출금',
  'escrow-is-sum-of-open-sales': '에스크로 = 열린 판매',
  'escrow-is-sum-of-open-orders': '에스크로 = P2P 주문',
  'statement-lines-are-booked': '명세의 줄이 원장에',
  'movements-are-on-statements': '원장의 이동이 명세에',
  'statements-follow-one-another': '명세의 잔액이 이어짐',
  'reserved-is-sum-of-open-bets': '예약 = 열린 베팅',
  'reserved-covers-futures-positions': '예약 ≥ 선물 증거금',
  'fills-add-up-to-orders': '체결 = 주문',
  'fills-add-up-to-positions': '체결 = 포지션',
  'closing-sum-is-sum-of-postings': '마감 합계 = 전표',
}
export const ruleWord = (rule: string): string => ruleWords[rule] ?? rule

/** What staff do about it. */
export const adviceWords: Readonly<Record<ReconcileLine['state'], string>> = {
  MATCHED: '양쪽이 같습니다. 할 일이 없습니다.',
  DIFFERENT:
    '이름은 같고 금액이 다릅니다. 잘못 적립했다면 회원 화면에서 차감(PM)을 요청하고, 명세가 틀렸다면 제공사에 정정을 요청하세요.',
  LINE_ONLY:
    '제공사는 움직였다고 하는데 원장에 없습니다. 입금이면 30분 뒤 저절로 원장에 올라가고, 지급이면 그 출금을 이 줄로 완료할 수 있습니다.',
  LEDGER_ONLY: '원장에는 있는데 명세에 아직 없습니다. 다음 명세를 기다리거나 명세를 가져오세요.',
  UNDONE: '수수료이거나 다른 줄이 되돌렸습니다. 할 일이 없습니다.',
  GONE: '다시 받은 명세에 이 줄이 없습니다. 제공사에 까닭을 물어 주세요.',
}

const columnWords: Readonly<Record<string, string>> = {
  provider: '제공사',
  provider_ref: '제공사 번호',
  reference: '메모',
  kind: '종류',
  currency: '통화',
  amount: '금액',
  fee: '수수료',
  day: '날짜',
  gone_at: '사라진 때',
  member_id: '회원 번호',
  type: '지갑',
  account: '계정',
  sub: '이름',
  posted: '적힌 금액',
  balance: '적힌 금액',
  sum: '합계',
  requests: '신청 합계',
  orders: '주문',
  reserved: '예약',
  txn_id: '전표',
  ref_id: '신청',
  reason: '까닭',
}
/** The head of a column of what disagrees; its name where it has no word. */
export const columnWord = (column: string): string => columnWords[column] ?? column
