import type { FaqCategory, StrategyCategory } from './article.ts'
import type { ArticleKind, Audience } from './console-article.ts'
import type { CapAct } from './console-cap.ts'
import type { NoticeState } from './console-content.ts'
import type { HouseMoveKind } from './console-house.ts'
import type { ConfigChange } from './console-option.ts'
import type { OutgoingCall, ReceivedEvent, RefusedWebhook } from './console-outgoing.ts'
import type { ReconcileLine, SettleAs } from './console-reconcile.ts'
import type { Book } from './console-record.ts'
import type { Line } from './console-risk.ts'
import type { TraitKind } from './console-risk-group.ts'
import type { ImportLine } from './console-statement.ts'
import type { Suspense } from './console-suspense.ts'
import type { NoticeCategory } from './content.ts'
import type {
  DnwStatus,
  DnwType,
  GameStatus,
  MarketType,
  MemberStatus,
  OrderStatus,
  P2pState,
  PositionSide,
  PositionStatus,
  Side,
  TradeType,
} from './enums.ts'
import type { BothLanguages, Wording } from './language.ts'
import type { FooterEntry } from './member.ts'

// What the house calls its records, on the pages of the console and in the files that the server makes of them.

type Words<Name extends string | number> = Readonly<Record<Name, BothLanguages>>
/** The word of a name; a name without one as it is. */
const wordOf =
  (words: Words<string>) =>
  (name: string | null): Wording =>
    name === null ? '' : (words[name] ?? name)

/** The states of a request, and its step ARRIVED. */
export const requestStatusWords: Words<DnwStatus | 'ARRIVED'> = {
  REQUESTED: { ko: '신청', en: 'Requested' },
  REVIEW: { ko: '확인 중', en: 'In review' },
  ARRIVED: { ko: '입금됨', en: 'Money came in' },
  APPROVED: { ko: '승인', en: 'Approved' },
  COMPLETED: { ko: '완료', en: 'Completed' },
  REJECTED: { ko: '반려', en: 'Rejected' },
  CANCELED: { ko: '취소', en: 'Cancelled' },
}

export const callKindWords: Words<OutgoingCall['kind']> = {
  payout: { ko: '지급', en: 'Payout' },
  mail: { ko: '메일', en: 'Mail' },
  sms: { ko: '문자', en: 'Text message' },
  push: { ko: '푸시', en: 'Push' },
  alarm: { ko: '알람', en: 'Alarm' },
  notice: { ko: '회원 알림', en: 'Notice' },
  'provider-call': { ko: '제공사 호출', en: 'Provider call' },
}
export const webhookFaultWords: Words<RefusedWebhook['fault']> = {
  FORM: { ko: '서명 없음', en: 'Not signed' },
  KEY: { ko: '등록되지 않은 키', en: 'Unknown key' },
  SIGNATURE: { ko: '서명 오류', en: 'Wrong signature' },
  TIME: { ko: '시각 어긋남', en: 'Wrong time' },
  BODY: { ko: '내용 오류', en: 'No event' },
  REPLAYED: { ko: '같은 논스', en: 'Nonce twice' },
}
export const callStateWords: Words<OutgoingCall['state']> = {
  QUEUED: { ko: '대기', en: 'Queued' },
  SENDING: { ko: '보내는 중', en: 'Sending' },
  UNKNOWN: { ko: '결과 불명', en: 'Outcome unknown' },
  SENT: { ko: '완료', en: 'Done' },
  FAILED: { ko: '거절됨', en: 'Refused' },
  DEAD: { ko: '중단', en: 'Given up' },
  EXPIRED: { ko: '만료', en: 'Expired' },
}
const payoutStateWords: Words<string> = {
  QUEUED: { ko: '대기', en: 'Queued' },
  SENDING: { ko: '보내는 중', en: 'Sending' },
  SENT: { ko: '제공사가 받음', en: 'Taken by the provider' },
  UNKNOWN: { ko: '결과 불명', en: 'Outcome unknown' },
  CONFIRMED: { ko: '송금됨', en: 'Paid' },
  FAILED: { ko: '거절됨', en: 'Refused' },
}
/** How far a payout came; a state without a word as it is. */
export const payoutStateWord = (state: string): Wording => payoutStateWords[state] ?? state
export const eventStateWords: Words<ReceivedEvent['state']> = {
  DONE: { ko: '적용', en: 'Applied' },
  REFUSED: { ko: '받지 않음', en: 'Not accepted' },
  WAITING: { ko: '대기 중', en: 'Waiting' },
  FAULTY: { ko: '처리 실패', en: 'Unreadable' },
}

export const requestTypeWords: Words<DnwType> = {
  D: { ko: '입금', en: 'Deposit' },
  W: { ko: '출금', en: 'Withdrawal' },
  B: { ko: '보너스', en: 'Bonus' },
  PB: { ko: '보너스 지급', en: 'Bonus payment' },
  PM: { ko: '보너스 차감', en: 'Bonus deduction' },
  WB: { ko: 'P2P 구매', en: 'P2P buy' },
  WS: { ko: 'P2P 판매', en: 'P2P sell' },
  TI: { ko: '이체 받음', en: 'Transfer in' },
  TO: { ko: '이체 보냄', en: 'Transfer out' },
  CI: { ko: '전환 받음', en: 'Conversion in' },
  CO: { ko: '전환 보냄', en: 'Conversion out' },
  E: { ko: '되돌림', en: 'Reversal' },
  C: { ko: '정산', en: 'Settlement' },
}

const walletWords: Words<string> = {
  BINARY: { ko: '원화 지갑', en: 'KRW wallet' },
  FUTURES: { ko: '선물 지갑', en: 'Futures wallet' },
  BONUS: { ko: '보너스', en: 'Bonus' },
}
/** A wallet by its type; the wallet of a coin by the coin's code. */
export const walletWord = (type: string): BothLanguages =>
  walletWords[type] ?? { ko: `${type} 지갑`, en: `${type} wallet` }

export const reasonWords = {
  ROUND_WIN: { ko: '회차 실현', en: 'Round won' },
  ROUND_LOSS: { ko: '회차 실격', en: 'Round lost' },
  FUTURES_PNL: { ko: '무기한 손익', en: 'Perpetual PnL' },
  FUTURES_FEE: { ko: '무기한 수수료', en: 'Perpetual fee' },
  FUTURES_FUNDING: { ko: '펀딩비', en: 'Funding fee' },
  COMMISSION: { ko: '파트너 정산 마감', en: 'Commissions closed' },
  COPY_SHARE: { ko: '수익 분배', en: 'Profit share' },
  COPY_SHARE_PAID: { ko: '수익 분배 지급', en: 'Profit share paid' },
  COPY_SHARE_BACK: { ko: '수익 분배 반환', en: 'Profit share returned' },
  COMMISSION_PAID: { ko: '파트너 정산 지급', en: 'Commission paid' },
  COMMISSION_REJECTED: { ko: '파트너 정산 거절', en: 'Commission rejected' },
  FUTURES_LIQUIDATION_FEE: { ko: '청산 수수료', en: 'Liquidation fee' },
  FUTURES_SURPLUS: { ko: '청산 잔여', en: 'Liquidation surplus' },
  FUTURES_INSURANCE: { ko: '무기한 보전', en: 'Perpetual insurance' },
  LINKED_DEFICIT: { ko: '연결 계정 손실 정산', en: 'Loss of a linked account' },
  OVERSEA_PNL: { ko: '해외선물 손익', en: 'Overseas futures PnL' },
  OVERSEA_FEE: { ko: '해외선물 수수료', en: 'Overseas futures fee' },
  OVERSEA_FINANCING: { ko: '해외선물 보유 비용', en: 'Overseas futures financing' },
  OVERSEA_INSURANCE: { ko: '해외선물 보전', en: 'Overseas futures insurance' },
  DEPOSIT: { ko: '입금', en: 'Deposit' },
  WITHDRAWAL_REQUEST: { ko: '출금 신청', en: 'Withdrawal request' },
  WITHDRAWAL: { ko: '출금', en: 'Withdrawal' },
  CONVERSION: { ko: '전환', en: 'Conversion' },
  TRANSFER: { ko: '이체', en: 'Transfer' },
  BONUS: { ko: '보너스', en: 'Bonus' },
  BONUS_RETURN: { ko: '보너스 회수', en: 'Bonus taken back' },
  BONUS_CONVERSION: { ko: '보너스 전환', en: 'Bonus converted' },
  P2P_ESCROW: { ko: 'P2P 보관', en: 'P2P escrow' },
  P2P_RETURN: { ko: 'P2P 반환', en: 'P2P return' },
  P2P_BUY: { ko: 'P2P 구매', en: 'P2P buy' },
  P2P_SELL: { ko: 'P2P 판매', en: 'P2P sell' },
  REORG: { ko: '코인 입금 취소', en: 'Coin deposit reversed' },
  DEMO_GRANT: { ko: '모의투자 지급', en: 'Demo points' },
}
/** Why something was posted; a reason without a word as it is. */
export const reasonWord = wordOf(reasonWords)

export const bookWords: Words<Book> = {
  futures: { ko: '무기한', en: 'Perpetuals' },
  oversea: { ko: '해외선물', en: 'Overseas futures' },
}
export const sideWords: Words<PositionSide> = {
  LONG: { ko: '롱', en: 'Long' },
  SHORT: { ko: '숏', en: 'Short' },
}
export const betSideWords: Words<Side> = {
  B: { ko: '매수', en: 'Buy' },
  S: { ko: '매도', en: 'Sell' },
}
export const betStatusWords: Words<GameStatus> = {
  0: { ko: '진행 중', en: 'Running' },
  1: { ko: '실현', en: 'Won' },
  2: { ko: '실격', en: 'Lost' },
  3: { ko: '무효', en: 'Void' },
}
export const tradeTypeWords: Words<TradeType> = {
  'R.5': { ko: '30초 렌트', en: 'Rent 30 s' },
  R1: { ko: '1분 렌트', en: 'Rent 1 min' },
  R2: { ko: '2분 렌트', en: 'Rent 2 min' },
  R5: { ko: '5분 렌트', en: 'Rent 5 min' },
  B1: { ko: '1분 바이너리', en: 'Binary 1 min' },
  B2: { ko: '2분 바이너리', en: 'Binary 2 min' },
  B5: { ko: '5분 바이너리', en: 'Binary 5 min' },
}
export const orderStatusWords: Words<OrderStatus> = {
  NEW: { ko: '대기', en: 'Open' },
  PARTIALLY_FILLED: { ko: '일부 체결', en: 'Partially filled' },
  FILLED: { ko: '체결', en: 'Filled' },
  CANCELED: { ko: '취소', en: 'Cancelled' },
  TRIGGERED: { ko: '발동', en: 'Triggered' },
  REJECTED: { ko: '거절', en: 'Rejected' },
}
export const marketTypeWords: Words<MarketType> = {
  LIMIT: { ko: '지정가', en: 'Limit' },
  MARKET: { ko: '시장가', en: 'Market' },
  TAKEPROFIT: { ko: '익절', en: 'Take profit' },
  STOPLOSS: { ko: '손절', en: 'Stop loss' },
  STOPMARKET: { ko: 'MIT', en: 'MIT' },
  STOPLIMIT: { ko: '예약지정가', en: 'Stop-limit' },
  LIQUIDATION: { ko: '강제청산', en: 'Liquidation' },
}
export const positionStatusWords: Words<PositionStatus> = {
  OPEN: { ko: '보유', en: 'Open' },
  CLOSED: { ko: '종료', en: 'Closed' },
  LIQUIDATED: { ko: '청산', en: 'Liquidated' },
}
export const endWords = {
  MEMBER: { ko: '회원', en: 'Member' },
  OCO: { ko: '반대 주문 체결', en: 'Opposite order filled' },
  POSITION_CLOSED: { ko: '포지션 종료', en: 'Position closed' },
  POSITION_REDUCED: { ko: '남은 포지션 초과', en: 'Larger than the remaining position' },
  SESSION_END: { ko: '장 마감', en: 'Session end' },
  LIQUIDATION: { ko: '강제청산', en: 'Liquidation' },
  EXPIRED: { ko: '유효 시간 만료', en: 'Expired' },
  TAKEPROFIT: { ko: '익절', en: 'Take profit' },
  STOPLOSS: { ko: '손절', en: 'Stop loss' },
}
/** What ended an order or a position; a code of the error catalogue as it is. */
export const endWord = wordOf(endWords)

export const memberStatusWords: Words<MemberStatus> = {
  PENDING: { ko: '가입 승인 대기', en: 'Pending approval' },
  ACTIVE: { ko: '정상', en: 'Active' },
  DENY: { ko: '이용 정지', en: 'Suspended' },
}

export const p2pStateWords: Words<P2pState> = {
  OPEN: { ko: '상인 확인 중', en: 'With the merchant' },
  ESCROWED: { ko: '입금 대기', en: 'Awaiting payment' },
  PAID: { ko: '입금 알림', en: 'Said to be paid' },
  RELEASED: { ko: '지급됨', en: 'Released' },
  CANCELED: { ko: '취소됨', en: 'Cancelled' },
  EXPIRED: { ko: '만료', en: 'Expired' },
  DISPUTED: { ko: '분쟁', en: 'Disputed' },
}

export const suspenseCauseWords: Words<Suspense['cause']> = {
  REFERENCE: { ko: '맞는 신청이 없습니다', en: 'No matching request' },
  LATE: { ko: '신청이 종료된 뒤에 입금되었습니다', en: 'Came after the request had ended' },
  AMOUNT: { ko: '금액이 신청과 다릅니다', en: 'Amount differs from the request' },
  PAYER: { ko: '보낸 사람이 회원과 다릅니다', en: 'Sender differs from the member' },
  CURRENCY: { ko: '통화가 다릅니다', en: 'Other currency' },
  RETURNED: { ko: '송금한 금액이 반환되었습니다', en: 'A payout came back' },
  LIMIT: { ko: '입금 한도를 넘었습니다', en: 'Above the deposit limit' },
  OWNER: { ko: '주소의 주인을 확인하지 못했습니다', en: 'Owner of the address not confirmed' },
  REJECTED: { ko: '입금된 뒤에 신청이 반려되었습니다', en: 'The request was rejected after the money came' },
  ARRIVED: { ko: '신청의 승인을 기다립니다', en: 'Waits for the approval of its request' },
  OFFSET: { ko: '상계하고 남은 금액입니다', en: 'Remainder of an offset' },
}
export const suspenseStateWords: Words<Suspense['state']> = {
  OPEN: { ko: '처리 대기', en: 'To do' },
  ASSIGNED: { ko: '회원에게 연결됨', en: 'Matched to a member' },
  RETURNED: { ko: '반환됨', en: 'Returned' },
  REORGED: { ko: '네트워크에서 취소됨', en: 'Reversed by the network' },
  OFFSET: { ko: '상계함', en: 'Offset' },
  WRITTEN_OFF: { ko: '손실로 처리함', en: 'Written off' },
}

/** What a cap of staff is about. */
export const capActWords: Words<CapAct> = {
  WITHDRAW: { ko: '출금 승인', en: 'Withdrawal approval' },
  GRANT: { ko: '지급', en: 'Bonus payment' },
  DEDUCT: { ko: '차감', en: 'Bonus deduction' },
  PAYOUT: { ko: '잔액 지급', en: 'Payout of remaining money' },
  HOUSE: { ko: '하우스 자금 이동', en: 'House funds move' },
}

export const footerWords: Words<FooterEntry> = {
  home: { ko: '홈', en: 'Home' },
  trade: { ko: '회차', en: 'Rounds' },
  futures: { ko: '선물', en: 'Futures' },
  order: { ko: '해외선물', en: 'Overseas futures' },
  wallet: { ko: '지갑', en: 'Wallet' },
  search: { ko: '조회', en: 'Lookup' },
  support: { ko: '고객센터', en: 'Support' },
  more: { ko: '더보기', en: 'More' },
}

export const houseMoveWords: Words<HouseMoveKind> = {
  TRANSFER: { ko: '계정 간 이동', en: 'Move between accounts' },
  OPENING: { ko: '기초 잔액', en: 'Opening balance' },
  CAPITAL_IN: { ko: '자본금 납입', en: 'Capital paid in' },
  CAPITAL_OUT: { ko: '자본금 인출', en: 'Capital withdrawn' },
  FUND_IN: { ko: '보험기금 적립', en: 'Into the insurance fund' },
  FUND_OUT: { ko: '보험기금 인출', en: 'Out of the insurance fund' },
  FLOAT_IN: { ko: 'P2P 상인 예치금 수령', en: 'Coins from a P2P merchant' },
  FLOAT_OUT: { ko: 'P2P 상인 예치금 반환', en: 'Coins back to a P2P merchant' },
}
export const accountWords = {
  MEMBER: { ko: '회원 지갑', en: 'Member wallets' },
  MEMBER_BONUS: { ko: '회원 보너스', en: 'Member bonuses' },
  BANK_KRW: { ko: '은행', en: 'Bank' },
  COIN_HOT: { ko: '코인(온라인)', en: 'Coins (hot)' },
  COIN_COLD: { ko: '코인(보관)', en: 'Coins (cold)' },
  PROVIDER_CLEARING: { ko: '제공사', en: 'Provider' },
  WITHDRAWAL_PENDING: { ko: '출금 대기', en: 'Withdrawals pending' },
  DEPOSIT_SUSPENSE: { ko: '미확인 입금', en: 'Unmatched deposits' },
  P2P_ESCROW: { ko: 'P2P 에스크로', en: 'P2P escrow' },
  FX_CLEARING: { ko: '전환 정산', en: 'FX clearing' },
  PARTNER_PAYABLE: { ko: '파트너 미지급금', en: 'Payable to partners' },
  TRADER_PAYABLE: { ko: '트레이더 미지급금', en: 'Payable to traders' },
  INSURANCE_FUND: { ko: '보험기금', en: 'Insurance fund' },
  HOUSE_CAPITAL: { ko: '자본금', en: 'Capital' },
  BONUS_EXP: { ko: '보너스 비용', en: 'Bonus expense' },
  PROVIDER_FEE: { ko: '제공사 수수료', en: 'Provider fees' },
  BAD_DEBT: { ko: '미수금', en: 'Bad debt' },
  FX_SPREAD: { ko: '전환 차익', en: 'FX spread' },
  FUNDING: { ko: '펀딩', en: 'Funding' },
  ROUNDING: { ko: '단수 차이', en: 'Rounding' },
  PNL_ROUND: { ko: '회차 손익', en: 'Round PnL' },
  PNL_FUTURES: { ko: '무기한선물 손익', en: 'Perpetual PnL' },
  PNL_OVERSEA: { ko: '해외선물 손익', en: 'Overseas futures PnL' },
}
/** An account of the house; one without a word as it is. */
export const accountWord = wordOf(accountWords)

/** The lines of products. */
export const productWords: Words<Line> = {
  ROUND: { ko: '회차', en: 'Rounds' },
  FUTURES: { ko: '무기한선물', en: 'Perpetuals' },
  OVERSEA: { ko: '해외선물', en: 'Overseas futures' },
}

export const lineStateWords: Words<ReconcileLine['state']> = {
  MATCHED: { ko: '일치', en: 'Matched' },
  FEE: { ko: '수수료 다름', en: 'Other fee' },
  DIFFERENT: { ko: '금액 다름', en: 'Other amount' },
  LINE_ONLY: { ko: '원장에 없음', en: 'Not in the ledger' },
  LEDGER_ONLY: { ko: '명세에 없음', en: 'Not in the statement' },
  UNDONE: { ko: '상쇄됨', en: 'Offset' },
  GONE: { ko: '명세에서 사라짐', en: 'Gone from the statement' },
}
export const lineKindWords = {
  deposit: { ko: '입금', en: 'Deposit' },
  payout: { ko: '지급', en: 'Payout' },
  return: { ko: '반환', en: 'Return' },
  fee: { ko: '수수료', en: 'Fee' },
  transfer: { ko: '이체', en: 'Transfer' },
}
export const settleWords: Words<SettleAs> = {
  PROVIDER_FEE: { ko: '제공사 수수료', en: 'Provider fee' },
  BAD_DEBT: { ko: '손실(미수금)', en: 'Loss (bad debt)' },
  CAPITAL: { ko: '자본금', en: 'Capital' },
  NAME: { ko: '이름만 붙임', en: 'Name only' },
}
export const importChangeWords: Words<ImportLine['change']> = {
  ADDED: { ko: '새 줄', en: 'New' },
  CHANGED: { ko: '바뀜', en: 'Changed' },
  SAME: { ko: '같음', en: 'Same' },
  GONE: { ko: '사라짐', en: 'Goes' },
}
/** What a line of a statement is. */
export const lineKindWord = wordOf(lineKindWords)

export const configStateWords: Words<ConfigChange['state']> = {
  WAITING: { ko: '대기', en: 'Waiting' },
  APPLIED: { ko: '적용됨', en: 'Applied' },
  REFUSED: { ko: '거절됨', en: 'Refused' },
  WITHDRAWN: { ko: '회수', en: 'Withdrawn' },
}

export const noticeCategoryWords: Words<NoticeCategory> = {
  NOTICE: { ko: '공지', en: 'Notice' },
  MAINTENANCE: { ko: '점검', en: 'Maintenance' },
  EVENT: { ko: '이벤트', en: 'Event' },
  MONEY: { ko: '입출금', en: 'Deposits and withdrawals' },
}
export const noticeStateWords: Words<NoticeState> = {
  DRAFT: { ko: '임시 저장', en: 'Draft' },
  PUBLISHED: { ko: '게시', en: 'Published' },
  WITHDRAWN: { ko: '게시 중단', en: 'Taken down' },
}

export const articleKindWords: Words<ArticleKind> = {
  FAQ: { ko: '자주 묻는 질문', en: 'FAQ' },
  POPUP: { ko: '팝업', en: 'Popup' },
  PROMOTION: { ko: '프로모션', en: 'Promotion' },
  STRATEGY: { ko: '투자정보', en: 'Strategy' },
  TERMS: { ko: '이용약관', en: 'Terms of use' },
  PRIVACY: { ko: '개인정보처리방침', en: 'Privacy policy' },
}
export const articleCategoryWords: Words<FaqCategory | StrategyCategory> = {
  ACCOUNT: { ko: '가입·인증', en: 'Account and verification' },
  MONEY: { ko: '입출금', en: 'Deposits and withdrawals' },
  ROUND: { ko: '회차', en: 'Rounds' },
  FUTURES: { ko: '선물', en: 'Futures' },
  OVERSEA: { ko: '해외선물', en: 'Overseas futures' },
  COPY: { ko: '카피', en: 'Copy trading' },
  SECURITY: { ko: '보안', en: 'Security' },
  LIMITS: { ko: '이용 제한', en: 'Limits on use' },
  MARKET: { ko: '시황', en: 'Market' },
}
export const audienceWords: Words<Audience> = {
  ALL: { ko: '모두', en: 'Everybody' },
  GUEST: { ko: '방문자', en: 'Guests' },
  MEMBER: { ko: '회원', en: 'Members' },
}
/** What members that belong together have in common. */
export const traitWords: Words<TraitKind> = {
  IDENTITY: { ko: '같은 본인', en: 'Same identity' },
  DEVICE: { ko: '같은 기기', en: 'Same device' },
  BANK: { ko: '같은 계좌', en: 'Same account' },
  ADDRESS: { ko: '같은 주소', en: 'Same address' },
  IP: { ko: '같은 IP', en: 'Same IP' },
}
