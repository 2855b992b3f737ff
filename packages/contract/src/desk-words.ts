import type { FaqCategory, StrategyCategory } from './article.ts'
import type { ArticleKind, Audience } from './console-article.ts'
import type { NoticeState } from './console-content.ts'
import type { HouseMoveKind } from './console-house.ts'
import type { ConfigChange } from './console-option.ts'
import type { OutgoingCall, ReceivedEvent } from './console-outgoing.ts'
import type { ReconcileLine } from './console-reconcile.ts'
import type { Book } from './console-record.ts'
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

// What the house calls its records, on the pages of the console and in the files that the server makes of them.

type Words<Name extends string | number> = Readonly<Record<Name, string>>
/** The word of a name; a name without one as it is. */
export const wordIn =
  (words: Readonly<Record<string, string>>) =>
  (name: string | null): string =>
    name === null ? '' : (words[name] ?? name)

export const requestStatusWords: Words<DnwStatus> = {
  REQUESTED: '신청',
  REVIEW: '확인 중',
  APPROVED: '승인',
  COMPLETED: '완료',
  REJECTED: '반려',
  CANCELED: '취소',
}

export const callKindWords: Words<OutgoingCall['kind']> = {
  payout: '지급',
  mail: '메일',
  sms: '문자',
  push: '푸시',
  'provider-call': '제공사 호출',
}
export const callStateWords: Words<OutgoingCall['state']> = {
  QUEUED: '대기',
  SENDING: '보내는 중',
  UNKNOWN: '결과 불명',
  SENT: '완료',
  FAILED: '거절됨',
  DEAD: '포기',
  EXPIRED: '시간 지남',
}
export const eventStateWords: Words<ReceivedEvent['state']> = {
  DONE: '적용',
  REFUSED: '받지 않음',
  WAITING: '기다림',
  FAULTY: '처리 못 함',
}

export const requestTypeWords: Words<DnwType> = {
  D: '입금',
  W: '출금',
  B: '보너스',
  PB: '보너스 지급',
  PM: '보너스 차감',
  WB: 'P2P 구매',
  WS: 'P2P 판매',
  TI: '이체 받음',
  TO: '이체 보냄',
  CI: '전환 받음',
  CO: '전환 보냄',
  E: '되돌림',
  C: '정산',
}

const walletWords: Words<string> = { BINARY: '원화 지갑', FUTURES: '선물 지갑', BONUS: '보너스' }
export const walletWord = (type: string): string => walletWords[type] ?? `${type} 지갑`

export const reasonWords = {
  ROUND_WIN: '회차 실현',
  ROUND_LOSS: '회차 실격',
  FUTURES_PNL: '무기한 손익',
  FUTURES_FEE: '무기한 수수료',
  FUTURES_FUNDING: '펀딩비',
  FUTURES_LIQUIDATION_FEE: '청산 수수료',
  FUTURES_SURPLUS: '청산 잔여',
  FUTURES_INSURANCE: '무기한 보전',
  OVERSEA_PNL: '해외선물 손익',
  OVERSEA_FEE: '해외선물 수수료',
  OVERSEA_FINANCING: '해외선물 보유 비용',
  OVERSEA_INSURANCE: '해외선물 보전',
  DEPOSIT: '입금',
  WITHDRAWAL_REQUEST: '출금 신청',
  WITHDRAWAL: '출금',
  CONVERSION: '전환',
  TRANSFER: '이체',
  BONUS: '보너스',
  BONUS_RETURN: '보너스 회수',
  BONUS_CONVERSION: '보너스 전환',
  P2P_ESCROW: 'P2P 보관',
  P2P_RETURN: 'P2P 반환',
  P2P_BUY: 'P2P 구매',
  P2P_SELL: 'P2P 판매',
  REORG: '코인 입금 취소',
  DEMO_GRANT: '체험 포인트',
} as const
/** Why something was posted; a reason without a word as it is. */
export const reasonWord = wordIn(reasonWords)
/** Reasons that a list can be cut to. */
export const reasons = Object.entries(reasonWords).map(([value, label]) => ({ value, label }))

export const bookWords: Words<Book> = { futures: '무기한', oversea: '해외선물' }
export const sideWords: Words<PositionSide> = { LONG: '롱', SHORT: '숏' }
export const betSideWords: Words<Side> = { B: '매수', S: '매도' }
export const betStatusWords: Words<GameStatus> = { 0: '진행 중', 1: '실현', 2: '실격', 3: '무효' }
export const tradeTypeWords: Words<TradeType> = {
  'R.5': '30초 렌트',
  R1: '1분 렌트',
  R2: '2분 렌트',
  R5: '5분 렌트',
  B1: '1분 바이너리',
  B2: '2분 바이너리',
  B5: '5분 바이너리',
}
export const orderStatusWords: Words<OrderStatus> = {
  NEW: '대기',
  PARTIALLY_FILLED: '일부 체결',
  FILLED: '체결',
  CANCELED: '취소',
  TRIGGERED: '발동',
  REJECTED: '거절',
}
export const marketTypeWords: Words<MarketType> = {
  LIMIT: '지정가',
  MARKET: '시장가',
  TAKEPROFIT: '익절',
  STOPLOSS: '손절',
  STOPMARKET: 'MIT',
  STOPLIMIT: '예약지정가',
  LIQUIDATION: '강제청산',
}
export const positionStatusWords: Words<PositionStatus> = { OPEN: '보유', CLOSED: '종료', LIQUIDATED: '청산' }
export const endWords = {
  MEMBER: '회원',
  OCO: '반대 주문 체결',
  POSITION_CLOSED: '포지션 종료',
  SESSION_END: '장 마감',
  LIQUIDATION: '강제청산',
  EXPIRED: '기한 지남',
  TAKEPROFIT: '익절',
  STOPLOSS: '손절',
} as const
/** What ended an order or a position; a code of the error catalogue as it is. */
export const endWord = wordIn(endWords)

export const memberStatusWords: Words<MemberStatus> = { PENDING: '가입 승인 대기', ACTIVE: '정상', DENY: '이용 정지' }

export const p2pStateWords: Words<P2pState> = {
  OPEN: '판매자 확인 중',
  ESCROWED: '입금을 기다림',
  PAID: '입금했다고 함',
  RELEASED: '지급됨',
  CANCELED: '취소됨',
  EXPIRED: '시간이 지남',
  DISPUTED: '분쟁',
}

export const suspenseCauseWords: Words<Suspense['cause']> = {
  REFERENCE: '맞는 신청이 없습니다',
  LATE: '신청이 끝난 뒤에 왔습니다',
  AMOUNT: '금액이 신청과 다릅니다',
  PAYER: '보낸 이가 회원과 다릅니다',
  CURRENCY: '통화가 다릅니다',
  RETURNED: '보낸 돈이 돌아왔습니다',
  LIMIT: '입금 한도를 넘었습니다',
  OWNER: '주소의 주인을 확인하지 못했습니다',
}
export const suspenseStateWords: Words<Suspense['state']> = {
  OPEN: '처리할 것',
  ASSIGNED: '회원에게 연결됨',
  RETURNED: '돌려줌',
}

export const houseMoveWords: Words<HouseMoveKind> = {
  TRANSFER: '계정 사이 이동',
  OPENING: '첫 잔액',
  CAPITAL_IN: '자본금 넣기',
  CAPITAL_OUT: '자본금 빼기',
  FUND_IN: '보험 기금에 넣기',
  FUND_OUT: '보험 기금에서 빼기',
}
export const accountWords = {
  MEMBER: '회원 지갑',
  MEMBER_BONUS: '회원 보너스',
  BANK_KRW: '은행',
  COIN_HOT: '코인(온라인)',
  COIN_COLD: '코인(보관)',
  PROVIDER_CLEARING: '제공사',
  WITHDRAWAL_PENDING: '출금 대기',
  DEPOSIT_SUSPENSE: '미확인 입금',
  P2P_ESCROW: 'P2P 에스크로',
  FX_CLEARING: '전환 정산',
  PARTNER_PAYABLE: '파트너 지급할 돈',
  TRADER_PAYABLE: '트레이더 지급할 돈',
  INSURANCE_FUND: '보험 기금',
  HOUSE_CAPITAL: '자본금',
  BONUS_EXP: '보너스 비용',
  PROVIDER_FEE: '제공사 수수료',
  BAD_DEBT: '못 받은 돈',
  FX_SPREAD: '전환 차익',
  FUNDING: '펀딩',
  ROUNDING: '끝수',
  PNL_ROUND: '라운드 손익',
  PNL_FUTURES: '무기한선물 손익',
  PNL_OVERSEA: '해외선물 손익',
} as const
/** An account of the house; one without a word as it is. */
export const accountWord = wordIn(accountWords)

export const lineStateWords: Words<ReconcileLine['state']> = {
  MATCHED: '일치',
  DIFFERENT: '금액 다름',
  LINE_ONLY: '원장에 없음',
  LEDGER_ONLY: '명세에 없음',
  UNDONE: '상쇄됨',
  GONE: '명세에서 사라짐',
}
export const lineKindWords = {
  deposit: '입금',
  payout: '지급',
  return: '반환',
  fee: '수수료',
  transfer: '이체',
} as const
/** What a line of a statement is. */
export const lineKindWord = wordIn(lineKindWords)

export const configStateWords: Words<ConfigChange['state']> = {
  WAITING: '대기',
  APPLIED: '적용됨',
  REFUSED: '거절됨',
  WITHDRAWN: '거둠',
}

export const noticeCategoryWords: Words<NoticeCategory> = {
  NOTICE: '공지',
  MAINTENANCE: '점검',
  EVENT: '이벤트',
  MONEY: '입출금',
}
export const noticeStateWords: Words<NoticeState> = {
  DRAFT: '임시 저장',
  PUBLISHED: '게시',
  WITHDRAWN: '내림',
}

export const articleKindWords: Words<ArticleKind> = {
  FAQ: '자주 묻는 질문',
  POPUP: '팝업',
  PROMOTION: '프로모션',
  STRATEGY: '투자 전략',
  TERMS: '이용약관',
  PRIVACY: '개인정보처리방침',
}
export const articleCategoryWords: Words<FaqCategory | StrategyCategory> = {
  ACCOUNT: '가입·인증',
  MONEY: '입출금',
  ROUND: '라운드',
  FUTURES: '선물',
  OVERSEA: '해외선물',
  COPY: '카피',
  SECURITY: '보안',
  LIMITS: '이용제한',
  MARKET: '시황',
}
export const audienceWords: Words<Audience> = { ALL: '모두', GUEST: '손님', MEMBER: '회원' }
