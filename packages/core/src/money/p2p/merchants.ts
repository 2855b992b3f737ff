import { cell } from '../../effects.ts'
import { refusalReply } from '../../idempotency.ts'
import { change, type State, type Turn } from '../../state.ts'
import type { Command, Minor, Reply } from '../../types.ts'
import { midOf } from '../convert/prices.ts'
import { merchantSub, p2pOf } from './state.ts'
import type { MerchantRow } from './tables.ts'

type Given<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>
type Open = Given<'openMerchant'>

/** Opens a merchant with his coins, once: a repeat changes nothing. */
export function openMerchant(state: State, command: Open, turn: Turn): Reply {
  const { siteId, merchantId: id, name, buyPpm, sellPpm, minWon, maxWon, float } = command
  const { merchants } = p2pOf(state)
  const known = merchants.get(id)
  if (known) return known.row.siteId === siteId ? { status: 200, body: {} } : refusalReply('SITE_MISMATCH')
  if (float < 0n || faultOf(command) !== null) return refusalReply('INVALID_REQUEST')
  const terms = { name, buyPpm, sellPpm, minWon, maxWon }
  addMerchant(state, { siteId, id, isDemo: true, ...terms, blockedAt: null, rev: 1 }, float, turn)
  return { status: 200, body: {} }
}

/** A merchant with virtual coins in advance, where he has any. */
function addMerchant(state: State, row: MerchantRow, float: Minor, turn: Turn): void {
  const { siteId, id } = row
  const merchant = cell<MerchantRow>(row)
  p2pOf(state).merchants.set(id, merchant)
  turn.effects.put('merchants', merchant)
  if (float > 0n) {
    const legs = [
      { siteId, account: 'PROVIDER_CLEARING', sub: 'DEMO_GRANT', currency: 'USDT', amount: -float },
      { siteId, account: 'PROVIDER_CLEARING', sub: merchantSub(id), currency: 'USDT', amount: float },
    ] as const
    state.ledger.post(legs, 'DEMO_GRANT', id, turn, turn.effects)
  }
}

type Terms = Pick<MerchantRow, 'name' | 'buyPpm' | 'sellPpm' | 'minWon' | 'maxWon'>

/** The first of a merchant's terms that cannot be so; null: all can. */
function faultOf({ name, buyPpm, sellPpm, minWon, maxWon }: Terms): string | null {
  const isPrice = (ppm: number | null) => ppm === null || (Number.isInteger(ppm) && ppm >= 0 && ppm <= 100_000)
  if (name.trim() === '') return 'name'
  if (!isPrice(buyPpm)) return 'buyPpm'
  if (!isPrice(sellPpm)) return 'sellPpm'
  if (minWon <= 0n) return 'minWon'
  return maxWon < minWon ? 'maxWon' : null
}

/** Two persons add a merchant, or change the terms of one: orders that are underway keep theirs. */
export function setMerchant(state: State, command: Given<'setMerchant'>, turn: Turn): Reply {
  const { siteId, merchantId, version, isDemo, float, approval, name, buyPpm, sellPpm, minWon, maxWon } = command
  if (!approval) return refusalReply('PERMISSION_DENIED')
  const terms = { name: name.trim(), buyPpm, sellPpm, minWon, maxWon }
  // Virtual coins are a demo merchant's alone: a real one brings his own.
  const key = faultOf(terms) ?? (float < 0n || (float > 0n && (!isDemo || merchantId !== null)) ? 'float' : null)
  if (key !== null) return refusalReply('INVALID_REQUEST', { key })
  if (!state.sites.has(siteId)) return refusalReply('SITE_NOT_FOUND')
  if (merchantId === null) {
    const id = turn.nextId()
    addMerchant(state, { siteId, id, isDemo, ...terms, blockedAt: null, rev: 1 }, float, turn)
    return { status: 200, body: { id, version: 1 } }
  }
  const merchant = merchantOf(state, siteId, merchantId)
  if (!merchant) return refusalReply('HISTORY_NOT_FOUND')
  if (merchant.row.rev !== version) return refusalReply('STALE_VERSION')
  change(turn.effects, 'merchants', merchant, { ...terms, rev: version + 1 })
  return { status: 200, body: { id: merchantId, version: version + 1 } }
}

/** A blocked merchant takes no new orders; those that he has go on. One person blocks at once, two let him in again. */
export function blockMerchant(state: State, command: Given<'blockMerchant'>, turn: Turn): Reply {
  const { siteId, merchantId, version, isBlocked, approval } = command
  if (!isBlocked && !approval) return refusalReply('PERMISSION_DENIED')
  const merchant = merchantOf(state, siteId, merchantId)
  if (!merchant) return refusalReply('HISTORY_NOT_FOUND')
  const { rev, blockedAt } = merchant.row
  if (rev !== version || (blockedAt !== null) === isBlocked) return refusalReply('STALE_VERSION')
  change(turn.effects, 'merchants', merchant, { blockedAt: isBlocked ? turn.wall : null, rev: rev + 1 })
  return { status: 200, body: { id: merchantId, version: rev + 1 } }
}

const merchantOf = (state: State, siteId: number, id: number) => {
  const merchant = p2pOf(state).merchants.get(id)
  return merchant?.row.siteId === siteId ? merchant : null
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

/** What a merchant pays for coins, rounded against the member by less than one KRW. */
export const wonFor = (point: Minor, rate: number): Minor => (point * BigInt(rate)) / (100n * usdtUnit)

/** What a member gets for his won, or has to give for them: rounded against him by less than one unit. */
export function pointsFor(side: 'BUY' | 'SELL', won: Minor, rate: number): Minor {
  const worth = won * 100n * usdtUnit
  return side === 'BUY' ? worth / BigInt(rate) : (worth + BigInt(rate) - 1n) / BigInt(rate)
}
