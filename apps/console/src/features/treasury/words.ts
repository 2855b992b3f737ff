import type { HouseMoveKind, HousePlace } from '@maru/contract'

export const moveWords: Readonly<Record<HouseMoveKind, string>> = {
  TRANSFER: '계정 사이 이동',
  OPENING: '첫 잔액',
  CAPITAL_IN: '자본금 넣기',
  CAPITAL_OUT: '자본금 빼기',
  FUND_IN: '보험 기금에 넣기',
  FUND_OUT: '보험 기금에서 빼기',
}
/** Which ends a move has. */
export const endsOf: Readonly<Record<HouseMoveKind, { readonly from: boolean; readonly to: boolean }>> = {
  TRANSFER: { from: true, to: true },
  OPENING: { from: false, to: true },
  CAPITAL_IN: { from: false, to: true },
  CAPITAL_OUT: { from: true, to: false },
  FUND_IN: { from: false, to: false },
  FUND_OUT: { from: false, to: false },
}

const accountWords: Readonly<Record<string, string>> = {
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
}
export const accountWord = (account: string): string => accountWords[account] ?? account

export const heldAccounts = ['BANK_KRW', 'COIN_HOT', 'COIN_COLD', 'PROVIDER_CLEARING'] as const

/** `BANK_KRW demo-bank` as a place; null where it is none. */
export function placeOf(text: string): HousePlace | null {
  const [account, sub = ''] = text.split(' ')
  const held = heldAccounts.find((one) => one === account)
  return held && sub !== '' ? { account: held, sub } : null
}
