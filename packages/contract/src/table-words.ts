import type { ProviderHealth } from './console-outgoing.ts'
import type { ProviderSetting } from './console-provider-setting.ts'
import type { StaffRole } from './enums.ts'
import type { BothLanguages, Wording } from './language.ts'
import type { PartnerStatus } from './partner.ts'
import type { CommissionStatus, CommissionType } from './partner-profit.ts'
import type { Permission, Right } from './permissions.ts'

// What tables that come whole call their rows: on the pages of the console and in the files that the server makes of them.

type Words<Name extends string> = Readonly<Record<Name, BothLanguages>>
/** The word of a name; a name without one as it is. */
const wordOf =
  (words: Words<string>) =>
  (name: string): Wording =>
    words[name] ?? name

export const roleWords: Words<StaffRole> = {
  SUPER: { ko: '총괄', en: 'Super admin' },
  SITE: { ko: '사이트', en: 'Site' },
  FINANCE: { ko: '재무', en: 'Finance' },
  CS: { ko: '고객지원', en: 'Support' },
  AUDIT: { ko: '감사', en: 'Audit' },
}

export const rightWords: Words<Right> = {
  none: { ko: '–', en: '–' },
  read: { ko: '읽기', en: 'Read' },
  write: { ko: '쓰기', en: 'Write' },
  second: { ko: '쓰기 · 두 사람', en: 'Write · two persons' },
  ask: { ko: '요청', en: 'Request' },
  agree: { ko: '승인', en: 'Approve' },
}

const partnerLevels: readonly BothLanguages[] = [
  { ko: '본사', en: 'Headquarters' },
  { ko: '부본사', en: 'Sub-headquarters' },
  { ko: '총판', en: 'Distributor' },
  { ko: '대리점', en: 'Agency' },
  { ko: '매장', en: 'Shop' },
]

/** What partners of a level are called. */
export const partnerLevelWord = (level: number): Wording => partnerLevels[level] ?? String(level)

export const partnerStatusWords: Words<PartnerStatus> = {
  PENDING: { ko: '가입 대기', en: 'Waiting' },
  ACTIVE: { ko: '정상', en: 'Active' },
  SUSPENDED: { ko: '중지', en: 'Suspended' },
  REJECTED: { ko: '거절', en: 'Rejected' },
}

export const commissionTypeWords: Words<CommissionType> = {
  FEE: { ko: '수수료', en: 'Fees' },
  ROLL: { ko: '롤링', en: 'Stakes' },
  LOSS: { ko: '손실', en: 'Losses' },
}

export const commissionStatusWords: Words<CommissionStatus> = {
  ACCRUING: { ko: '적립 중', en: 'Accruing' },
  WAITING: { ko: '승인 대기', en: 'Waiting' },
  APPROVING: { ko: '승인 1/2', en: 'Approval 1/2' },
  HELD: { ko: '보류', en: 'On hold' },
  PAID: { ko: '지급 완료', en: 'Paid' },
  REJECTED: { ko: '지급 거절', en: 'Rejected' },
  NOTHING: { ko: '지급할 금액 없음', en: 'Nothing due' },
}

/** The parts of the house in the table of rights, in its order. */
export const partWords: Readonly<Partial<Record<Permission, BothLanguages>>> = {
  sites: { ko: '사이트 · 상품', en: 'Sites · product lines' },
  options: { ko: '종목 · 배당률 · 한도', en: 'Instruments · payout rates · limits' },
  members: { ko: '회원 · 이용 정지 · 기기', en: 'Members · suspension · devices' },
  money: { ko: '입금 · 출금', en: 'Deposits · withdrawals' },
  suspense: { ko: '미확인 입금', en: 'Unmatched deposits' },
  bonus: { ko: '보너스 지급 · 차감', en: 'Bonus payment · deduction' },
  coupons: { ko: '쿠폰', en: 'Coupons' },
  disputes: { ko: 'P2P 분쟁', en: 'P2P disputes' },
  freeze: { ko: '회원 출금 동결', en: 'Block a member’s withdrawals' },
  stopTrading: { ko: '거래 긴급 정지', en: 'Emergency stop of trading' },
  stopWithdrawals: { ko: '출금 긴급 정지', en: 'Emergency stop of withdrawals' },
  treasury: { ko: '하우스 자금', en: 'House funds' },
  riskGroups: { ko: '회원 연결', en: 'Member links' },
  staff: { ko: '직원 · 권한', en: 'Staff · roles' },
  audit: { ko: '감사 기록', en: 'Audit log' },
  results: { ko: '결과 · 시세 · 원장', en: 'Results · prices · ledger' },
}

/** Rules of the audit. */
const ruleWords: Words<string> = {
  'transaction-sums-to-zero': { ko: '전표 합계 0', en: 'Entries sum to 0' },
  'wallet-is-sum-of-postings': { ko: '지갑 = 전표', en: 'Wallets = entries' },
  'house-account-is-sum-of-postings': { ko: '하우스 계정 = 전표', en: 'House accounts = entries' },
  'pending-is-sum-of-open-withdrawals': { ko: '대기 계정 = 열린 출금', en: 'Pending account = open withdrawals' },
  'bonus-is-sum-of-remainders': { ko: '보너스 지갑 = 보너스 잔여 합계', en: 'Bonus wallet = remaining bonuses' },
  'escrow-is-sum-of-open-sales': { ko: '에스크로 = 열린 판매', en: 'Escrow = open sales' },
  'escrow-is-sum-of-open-orders': { ko: '에스크로 = P2P 주문', en: 'Escrow = P2P orders' },
  'statement-lines-are-booked': { ko: '명세의 줄이 원장에', en: 'Statement lines are in the ledger' },
  'fees-are-those-of-statements': { ko: '명세의 수수료 = 원장', en: 'Fees of statements = ledger' },
  'movements-are-on-statements': { ko: '원장의 이동이 명세에', en: 'Ledger moves are in the statement' },
  'statements-follow-one-another': { ko: '명세의 잔액이 이어짐', en: 'Statement balances connect' },
  'reserved-is-sum-of-open-bets': { ko: '예약 = 진행 중인 참여', en: 'Reserved = open stakes' },
  'reserved-covers-futures-positions': { ko: '예약 ≥ 선물 증거금', en: 'Reserved ≥ futures margin' },
  'fills-add-up-to-orders': { ko: '체결 = 주문', en: 'Fills = orders' },
  'fills-add-up-to-positions': { ko: '체결 = 포지션', en: 'Fills = positions' },
  'closing-sum-is-sum-of-postings': { ko: '마감 합계 = 전표', en: 'Closing sums = entries' },
  'payouts-end-as-their-requests': { ko: '지급 상태 = 출금 상태', en: 'Payout state = withdrawal state' },
  'withdrawals-are-booked-as-they-ended': { ko: '출금 상태 = 전표', en: 'Withdrawal state = entries' },
  'large-requests-have-two-persons': { ko: '큰 금액은 두 사람 승인', en: 'Large amounts have two approvers' },
  'suspense-is-sum-of-open-rows': { ko: '미확인 입금 = 열린 건 합계', en: 'Unmatched money = open items' },
  'facts-are-booked-once': { ko: '입금은 한 번만 기록', en: 'Money that came in is booked once' },
  'locks-are-of-their-deposits': { ko: '묶인 금액 ≤ 입금액', en: 'Locked ≤ what its deposit brought' },
  'day-sums-are-sums-of-rows': { ko: '하루 한도 사용액 = 내역 합계', en: 'Used of a day’s limit = its rows' },
  'assets-cover-liabilities': { ko: '보유자산 ≥ 부채', en: 'Assets ≥ liabilities' },
  'house-holds-what-it-paid': { ko: '하우스 계정 잔액 부족', en: 'House account overdrawn' },
  'merchants-have-what-they-lend': { ko: '상인 보유 코인 부족', en: 'Merchant’s coins overdrawn' },
}
/** A rule of the audit as staff call it; its name where it has no word. */
export const ruleWord = wordOf(ruleWords)

const breakColumnWords: Words<string> = {
  provider: { ko: '제공사', en: 'Provider' },
  provider_ref: { ko: '제공사 번호', en: 'Provider number' },
  reference: { ko: '메모', en: 'Memo' },
  kind: { ko: '종류', en: 'Kind' },
  currency: { ko: '통화', en: 'Currency' },
  amount: { ko: '금액', en: 'Amount' },
  fee: { ko: '수수료', en: 'Fee' },
  fee_gap: { ko: '수수료 차이', en: 'Difference in the fee' },
  day: { ko: '날짜', en: 'Date' },
  gone_at: { ko: '사라진 시각', en: 'Gone at' },
  member_id: { ko: '회원 번호', en: 'Member number' },
  type: { ko: '지갑', en: 'Wallet' },
  account: { ko: '계정', en: 'Account' },
  sub: { ko: '이름', en: 'Name' },
  posted: { ko: '기록된 금액', en: 'Recorded amount' },
  balance: { ko: '기록된 금액', en: 'Recorded amount' },
  sum: { ko: '합계', en: 'Sum' },
  requests: { ko: '신청 합계', en: 'Sum of requests' },
  orders: { ko: '주문', en: 'Order' },
  reserved: { ko: '예약', en: 'Reserved' },
  txn_id: { ko: '전표', en: 'Entry' },
  ref_id: { ko: '신청', en: 'Request' },
  reason: { ko: '사유', en: 'Cause' },
  state: { ko: '지급 상태', en: 'Payout state' },
  status: { ko: '신청 상태', en: 'Request state' },
  asked: { ko: '출금 대기로', en: 'Set aside' },
  paid: { ko: '지급', en: 'Paid' },
  returned: { ko: '반환', en: 'Returned' },
  persons: { ko: '승인한 사람', en: 'Approvers' },
}
/** The head of a column of what disagrees; its name where it has no word. */
export const breakColumnWord = wordOf(breakColumnWords)

export const breakerWords: Words<ProviderHealth['breaker']> = {
  CLOSED: { ko: '닫힘', en: 'Closed' },
  HALF_OPEN: { ko: '반열림', en: 'Half open' },
  OPEN: { ko: '열림', en: 'Open' },
}

const calledWords: Words<string> = {
  mail: { ko: '메일', en: 'Mail' },
  sms: { ko: '문자', en: 'Text messages' },
  push: { ko: '푸시', en: 'Push' },
  nice: { ko: '나이스 본인인증', en: 'NICE identity check' },
  onepay: { ko: '원페이', en: 'Onepay' },
  codepay: { ko: '코드페이', en: 'Codepay' },
  paykiwoom: { ko: '페이키움', en: 'Paykiwoom' },
  paycoin: { ko: '페이코인', en: 'Paycoin' },
  'dh-safety': { ko: '디에이치', en: 'DH' },
  bitdex: { ko: '빗덱스', en: 'Bitdex' },
  bitshop: { ko: '빗샵', en: 'Bitshop' },
  gluwa: { ko: '글루와', en: 'Gluwa' },
}
/** A provider as staff call it; one that is new here keeps its own name. */
export const providerWord = wordOf(calledWords)

const workWords: Words<string> = {
  bank: { ko: '은행 입출금', en: 'Bank deposits and withdrawals' },
  coin: { ko: '코인 입출금', en: 'Coin deposits and withdrawals' },
  paykiwoom: { ko: '코인 충전', en: 'Coin charging' },
  'dh-safety': { ko: '코인 충전', en: 'Coin charging' },
  paycoin: { ko: '코인 충전', en: 'Coin charging' },
  bitdex: { ko: '코인 매매', en: 'Buying and selling coins' },
  bitshop: { ko: '코인 상점', en: 'Coin shop' },
  gluwa: { ko: 'QR 결제', en: 'QR payment' },
  onepay: { ko: '은행 입금', en: 'Bank deposits' },
  codepay: { ko: '은행 입금', en: 'Bank deposits' },
  p2p: { ko: 'P2P 상인', en: 'P2P merchants' },
  nice: { ko: '본인인증', en: 'Identity verification' },
  sms: { ko: '문자', en: 'SMS' },
}
/** What a provider of a site does; one without a word by its name. */
export const providerWorkWord = wordOf(workWords)

export const providerSourceWords: Words<ProviderSetting['source']> = {
  OWN: { ko: '직접', en: 'Direct' },
  SANDBOX: { ko: '샌드박스', en: 'Sandbox' },
  NONE: { ko: '없음', en: 'None' },
}
