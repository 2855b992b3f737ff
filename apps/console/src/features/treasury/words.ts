import type { HouseMoveKind, HousePlace } from '@maru/contract'

/** Which ends a move has. */
export const endsOf: Readonly<Record<HouseMoveKind, { readonly from: boolean; readonly to: boolean }>> = {
  TRANSFER: { from: true, to: true },
  OPENING: { from: false, to: true },
  CAPITAL_IN: { from: false, to: true },
  CAPITAL_OUT: { from: true, to: false },
  FUND_IN: { from: false, to: false },
  FUND_OUT: { from: false, to: false },
  FLOAT_IN: { from: false, to: true },
  FLOAT_OUT: { from: true, to: false },
}

/** Coins of a merchant of P2P: they are USDT, and he is named. */
export const isFloat = (move: HouseMoveKind): boolean => move === 'FLOAT_IN' || move === 'FLOAT_OUT'

export const heldAccounts = ['BANK_KRW', 'COIN_HOT', 'COIN_COLD', 'PROVIDER_CLEARING'] as const

/** `BANK_KRW demo-bank` as a place; null where it is none. */
export function placeOf(text: string): HousePlace | null {
  const [account, sub = ''] = text.split(' ')
  const held = heldAccounts.find((one) => one === account)
  return held && sub !== '' ? { account: held, sub } : null
}
