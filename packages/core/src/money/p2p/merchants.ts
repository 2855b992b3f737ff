import { cell } from '../../effects.ts'
import { refusalReply } from '../../idempotency.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Minor, Reply } from '../../types.ts'
import { midOf } from '../convert/prices.ts'
import { merchantSub, p2pOf } from './state.ts'
import type { MerchantRow } from './tables.ts'

type Open = Extract<Command, { kind: 'openMerchant' }>

/** Opens a merchant with his coins, once: a repeat changes nothing. */
export function openMerchant(state: State, command: Open, turn: Turn): Reply {
  const { siteId, merchantId: id, name, buyPpm, sellPpm, minWon, maxWon, float } = command
  const { merchants } = p2pOf(state)
  const known = merchants.get(id)
  if (known) return known.row.siteId === siteId ? { status: 200, body: {} } : refusalReply('SITE_MISMATCH')
  const isPrice = (ppm: number | null) => ppm === null || (Number.isInteger(ppm) && ppm >= 0 && ppm <= 100_000)
  if (float < 0n || minWon <= 0n || maxWon < minWon || !isPrice(buyPpm) || !isPrice(sellPpm))
    return refusalReply('INVALID_REQUEST')
  const merchant = cell<MerchantRow>({ siteId, id, name, isDemo: true, buyPpm, sellPpm, minWon, maxWon })
  merchants.set(id, merchant)
  turn.effects.put('merchants', merchant)
  if (float > 0n) {
    const legs = [
      { siteId, account: 'PROVIDER_CLEARING', sub: 'DEMO_GRANT', currency: 'USDT', amount: -float },
      { siteId, account: 'PROVIDER_CLEARING', sub: merchantSub(id), currency: 'USDT', amount: float },
    ] as const
    state.ledger.post(legs, 'DEMO_GRANT', id, turn, turn.effects)
  }
  return { status: 200, body: {} }
}

/** Coins of a merchant that no order has set aside. */
export const floatOf = (state: State, { siteId, id }: Pick<MerchantRow, 'siteId' | 'id'>): Minor =>
  state.ledger.houseBalance(siteId, 'PROVIDER_CLEARING', 'USDT', merchantSub(id))

/** 10^-2 KRW for one USDT, rounded against the member. */
export interface P2pRates {
  readonly buy: number | null
  readonly sell: number | null
}

/** A merchant's prices now; null: no price of USDT is known that is new enough. */
export function ratesOf(state: State, { siteId, buyPpm, sellPpm }: MerchantRow, at: number): P2pRates | null {
  const mid = midOf(state, { siteId, at }, 'USDT', 'KRW')
  if (!mid) return null
  const million = 1_000_000n
  const top = mid.numerator * 100n
  const bottom = mid.denominator * million
  const up = (ppm: number) => Number((top * (million + BigInt(ppm)) + bottom - 1n) / bottom)
  const down = (ppm: number) => Number((top * (million - BigInt(ppm))) / bottom)
  return { buy: buyPpm === null ? null : up(buyPpm), sell: sellPpm === null ? null : down(sellPpm) }
}

const usdtUnit = 100_000_000n

/** What a member gets for his won, or has to give for them: rounded against him by less than one unit. */
export function pointsFor(side: 'BUY' | 'SELL', won: Minor, rate: number): Minor {
  const worth = won * 100n * usdtUnit
  return side === 'BUY' ? worth / BigInt(rate) : (worth + BigInt(rate) - 1n) / BigInt(rate)
}
