import { isLooser, shippedBrackets } from '@maru/positions'
import { refuseKey, refuseRow } from '../configuration/key.ts'
import { futuresKeys } from '../configuration/keys.ts'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import { isWorking } from '../trading/orders.ts'
import { countHolder, recountMarkets } from '../trading/recount.ts'
import { cancelOrder } from '../trading/reserve.ts'
import { visitPositions } from '../trading/visits.ts'
import type { FuturesOption, Reply } from '../types.ts'
import { tryBrackets } from './bracket-trial.ts'
import { hasNewBrackets } from './brackets.ts'
import { addMarket } from './markets.ts'
import { reservePpmOf } from './policy.ts'
import { revalue } from './risk.ts'
import { type FuturesMarket, futuresOf, type Order } from './state.ts'
import type { Trial } from './trials.ts'

/**
 * Adds or changes a perpetual. A stop, limits, the default leverage and fees apply to new orders; what open orders set aside for fees is
 * counted anew. Brackets apply to open positions and orders too. They are refused while they would liquidate an account, or while an
 * account cannot be judged. Where many accounts are under them, the reply says WAITING, and `later` gets the outcome: STALE_VERSION, if
 * the perpetual was changed meanwhile.
 */
export function configureFutures(
  state: State,
  option: FuturesOption,
  turn: Turn,
  later: Trial['later'] = () => {},
): Reply {
  const refusal = refuseFutures(state, option)
  if (refusal) return refusal
  const market = marketIn(futuresOf(state), option.siteId, option.id)
  if (!market || !hasNewBrackets(market, option)) return put(state, option, turn)
  const before = market.row
  const commit: Trial['commit'] = (beyond, now) =>
    market.row === before ? putBrackets(state, market, option, beyond, now) : refusalReply('STALE_VERSION')
  return tryBrackets(state, { market, brackets: option.brackets, commit, later }, turn)
}

function put(state: State, option: FuturesOption, turn: Turn): Reply {
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  const reserved = known && reservePpmOf(known)
  const market = known ?? addMarket(state, option)
  market.row = option
  turn.effects.put('futuresOptions', market)
  if (known && reserved !== reservePpmOf(market)) recountMarkets(state, [market])
  return { status: 200, body: {} }
}

/** With them the orders end that they do not allow; work guards the positions anew. */
function putBrackets(
  state: State,
  market: FuturesMarket,
  option: FuturesOption,
  beyond: readonly Order[],
  turn: Turn,
): Reply {
  const reply = put(state, option, turn)
  for (const order of beyond) {
    countHolder(state, order.holder, turn)
    if (isWorking(order)) cancelOrder(state, order, 'LEVERAGE_MAX_QTY_EXCEEDED', turn)
  }
  visitPositions(state, [market.positions], ({ holder }, now) => revalue(state, holder, now))
  return reply
}

/** Why a perpetual cannot be so, whoever trades it; null: it can. */
export function refuseFutures(state: State, option: FuturesOption): Reply | null {
  if (!state.sites.has(option.siteId)) return refusalReply('SITE_NOT_FOUND')
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  if (!isContract(option) || (known && !isSameContract(known.row, option))) return refusalReply('INVALID_REQUEST')
  const refusal = refuseRow(futuresKeys, option)
  if (refusal) return refusal
  const key = faultBetween(option)
  return key === null ? null : refuseKey(key, 'TOGETHER')
}

/** Staff tighten brackets, but change them to none that are looser than the shipped ones somewhere (rules B). */
export function refuseLooser(state: State, option: FuturesOption): Reply | null {
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  const isRefused = hasNewBrackets(known, option) && isLooser(option.brackets, shippedBrackets(option.instrument))
  return isRefused ? refuseKey('brackets', 'LOOSER') : null
}

/** Whether prices and quantities have units that go together. */
const isContract = ({ tickUnits, stepUnits, precision, qtyPrecision }: FuturesOption): boolean =>
  [tickUnits, stepUnits].every((units) => Number.isSafeInteger(units) && units >= 1) &&
  [precision, qtyPrecision].every((digits) => Number.isInteger(digits) && digits >= 0) &&
  precision + qtyPrecision <= 8

/** The first key that does not go together with others; null: all do. */
function faultBetween(option: FuturesOption): string | null {
  const { minQty, stepUnits, defaultLeverage, brackets, execDelayMs, execWaitMs } = option
  if (minQty % stepUnits !== 0) return 'minQty'
  if (execWaitMs <= execDelayMs) return 'execWaitMs'
  return defaultLeverage > brackets[0]!.maxLeverage ? 'defaultLeverage' : null
}

/** What a perpetual is about never changes under it. */
const isSameContract = (a: FuturesOption, b: FuturesOption): boolean =>
  a.instrument === b.instrument &&
  a.stock === b.stock &&
  a.precision === b.precision &&
  a.qtyPrecision === b.qtyPrecision
