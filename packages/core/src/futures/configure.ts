import { isLooser, shippedBrackets } from '@maru/positions'
import { faultIn } from '../configuration/key.ts'
import { futuresKeys } from '../configuration/keys.ts'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import { isWorking } from '../trading/orders.ts'
import { countHolder, recountMarkets } from '../trading/recount.ts'
import { cancelOrder } from '../trading/reserve.ts'
import { visitPositions } from '../trading/visits.ts'
import type { FuturesOption, Reply } from '../types.ts'
import { bracketsBefore, ordersBeyond, refuseBrackets } from './brackets.ts'
import { addMarket } from './markets.ts'
import { revalue } from './risk.ts'
import { futuresOf, type Order } from './state.ts'

/**
 * Adds or changes a perpetual. A stop, limits, the default leverage and fees apply to new orders; what open orders set aside for fees is
 * counted anew. Brackets apply to open positions and orders too. They are refused while they would liquidate an account, or while an
 * account cannot be judged.
 */
export function configureFutures(state: State, option: FuturesOption, turn: Turn): Reply {
  const beyond = judge(state, option)
  if ('status' in beyond) return beyond
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  const before = bracketsBefore(known, option)
  const feeBefore = known?.row.takerPpm
  const market = known ?? addMarket(state, option)
  market.row = option
  turn.effects.put('futuresOptions', market)
  if (known && feeBefore !== option.takerPpm) recountMarkets(state, [market])
  for (const order of beyond) {
    countHolder(state, order.holder, turn)
    if (isWorking(order)) cancelOrder(state, order, 'LEVERAGE_MAX_QTY_EXCEEDED', turn)
  }
  if (before) visitPositions(state, [market.positions], ({ holder }, now) => revalue(state, holder, now))
  return { status: 200, body: {} }
}

/** Why a perpetual cannot be so; null: it can. */
export function refuseFutures(state: State, option: FuturesOption): Reply | null {
  const judged = judge(state, option)
  return 'status' in judged ? judged : null
}

/** Why a perpetual cannot be so, or the orders that end when it is. */
function judge(state: State, option: FuturesOption): Reply | readonly Order[] {
  if (!state.sites.has(option.siteId)) return refusalReply('SITE_NOT_FOUND')
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  if (!isContract(option) || (known && !isSameContract(known.row, option))) return refusalReply('INVALID_REQUEST')
  const key = faultIn(futuresKeys, option) ?? faultBetween(option)
  if (key !== null) return refusalReply('INVALID_REQUEST', { key })
  const before = bracketsBefore(known, option)
  if (!known || !before) return []
  const refusal = refuseBrackets(known, option.brackets)
  if (refusal) return refusal
  return ordersBeyond(known, before, option.brackets) ?? refusalReply('LEVERAGE_LOCKED_ORDER')
}

/** Staff tighten brackets, but change them to none that are looser than the shipped ones somewhere (rules B). */
export function refuseLooser(state: State, option: FuturesOption): Reply | null {
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  const isRefused = bracketsBefore(known, option) && isLooser(option.brackets, shippedBrackets(option.instrument))
  return isRefused ? refusalReply('INVALID_REQUEST', { key: 'brackets' }) : null
}

/** Whether prices and quantities have units that go together. */
const isContract = ({ tickUnits, stepUnits, precision, qtyPrecision }: FuturesOption): boolean =>
  [tickUnits, stepUnits].every((units) => Number.isSafeInteger(units) && units >= 1) &&
  [precision, qtyPrecision].every((digits) => Number.isInteger(digits) && digits >= 0) &&
  precision + qtyPrecision <= 8

/** The first key that does not go together with others; null: all do. */
function faultBetween({ minQty, stepUnits, defaultLeverage, brackets }: FuturesOption): string | null {
  if (minQty % stepUnits !== 0) return 'minQty'
  return defaultLeverage > brackets[0]!.maxLeverage ? 'defaultLeverage' : null
}

/** What a perpetual is about never changes under it. */
const isSameContract = (a: FuturesOption, b: FuturesOption): boolean =>
  a.instrument === b.instrument &&
  a.stock === b.stock &&
  a.precision === b.precision &&
  a.qtyPrecision === b.qtyPrecision
