import { type Brackets, isLooser, maxNotionalFor, shippedBrackets } from '@maru/positions'
import { faultIn } from '../configuration/key.ts'
import { futuresKeys } from '../configuration/keys.ts'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import { lotsOf } from '../trading/lots.ts'
import { isWorking, ordersIn } from '../trading/orders.ts'
import { countHolder, recountMarkets } from '../trading/recount.ts'
import { cancelOrder } from '../trading/reserve.ts'
import { visitPositions } from '../trading/visits.ts'
import type { FuturesOption, Reply } from '../types.ts'
import { owedFunding } from './funding.ts'
import { marginAccount, ratioOf } from './margin-account.ts'
import { addMarket } from './markets.ts'
import { usageOf } from './result.ts'
import { groupOf, LIQUIDATION_PPM, marginOf, revalue } from './risk.ts'
import { type FuturesMarket, futuresOf, type Holder, type Holding, type Order, type Position } from './state.ts'

/** Brackets that end more orders than fit into one turn are refused: they are tightened in steps. */
const BEYOND_MAX = 90

/**
 * Adds or changes a perpetual. A stop, limits, the default leverage and fees apply to new orders; what open orders set aside for fees is
 * counted anew. Brackets apply to open positions and orders too. They are refused while they would liquidate an account, or while an
 * account cannot be judged.
 */
export function configureFutures(state: State, option: FuturesOption, turn: Turn): Reply {
  const refusal = refuseFutures(state, option)
  if (refusal) return refusal
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  const before = bracketsBefore(known, option)
  const beyond = known && before ? ordersBeyond(known, before, option.brackets) : []
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
  if (!state.sites.has(option.siteId)) return refusalReply('SITE_NOT_FOUND')
  const known = marketIn(futuresOf(state), option.siteId, option.id)
  if (!isContract(option) || (known && !isSameContract(known.row, option))) return refusalReply('INVALID_REQUEST')
  const key = faultIn(futuresKeys, option) ?? faultBetween(option)
  if (key !== null) return refusalReply('INVALID_REQUEST', { key })
  const before = bracketsBefore(known, option)
  return known && before && (refuseBrackets(known, option.brackets) ?? refuseBeyond(known, before, option.brackets))
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

/** The brackets that others replace; null: they stay. */
const bracketsBefore = (known: FuturesMarket | null, { brackets }: FuturesOption): Brackets | null =>
  known && !isSameTable(known.row.brackets, brackets) ? known.row.brackets : null

/** Only a price liquidates, never an operator: LEVERAGE_LOCKED_POSITION, or PRICE_FEED_STALE where a mark is not known. */
function refuseBrackets(market: FuturesMarket, brackets: Brackets): Reply | null {
  for (const position of market.positions) {
    const ratio = ratioUnder(position, brackets)
    if (ratio === null) return refusalReply('PRICE_FEED_STALE')
    if (ratio >= LIQUIDATION_PPM) return refusalReply('LEVERAGE_LOCKED_POSITION')
  }
  return null
}

/** What brackets end at once fits into a turn; others are tightened in steps. */
const refuseBeyond = (market: FuturesMarket, before: Brackets, brackets: Brackets): Reply | null =>
  ordersBeyond(market, before, brackets).length > BEYOND_MAX ? refusalReply('LEVERAGE_LOCKED_ORDER') : null

/** The ratio of a position's account at the marks that hold, with other brackets for its market; null while one is not known. */
function ratioUnder(position: Position, brackets: Brackets): number | null {
  const group = groupOf(position)
  const collateral = group.reduce((sum, one) => sum + owedFunding(one), marginOf(group))
  const account = marginAccount(collateral, group)
  if (account === null) return null
  const positions = account.positions.map((one, index) => (group[index] === position ? { ...one, brackets } : one))
  return ratioOf({ ...account, positions })
}

/**
 * The orders that new brackets end: of each lot and side the newest, until the rest fits under the new cap at their leverage. Only holders
 * at a leverage whose cap falls are looked at, and no more once these are too many for a turn.
 */
function ordersBeyond(market: FuturesMarket, before: Brackets, brackets: Brackets): Order[] {
  const isCut = cutsOf(before, brackets)
  const cut = new Map<Holder, boolean>()
  for (const { holder, row } of market.orders) cut.set(holder, cut.get(holder) || isCut(row.leverage))
  const beyond = new Set<Order>()
  for (const [holder, isReached] of cut) {
    if (beyond.size > BEYOND_MAX) break
    if (!isReached) continue
    for (const lot of lotsOf(holder.orders.values())) if (lot.market === market) addBeyond(beyond, lot, isCut, brackets)
  }
  return [...beyond]
}

function addBeyond(beyond: Set<Order>, lot: Holding, isCut: (leverage: number) => boolean, brackets: Brackets): void {
  for (const side of ['LONG', 'SHORT'] as const) {
    const opening = ordersIn(lot).filter(({ row }) => row.side === side && !row.isReduceOnly)
    for (const last of opening.reverse()) {
      const { leverage } = last.row
      if (!isCut(leverage)) break
      if (usageOf(lot, side, beyond).usedNotional <= maxNotionalFor(leverage, brackets)) break
      beyond.add(last)
    }
  }
}

/** Whether brackets allow less at a leverage than those before them; each leverage is computed once. */
function cutsOf(before: Brackets, brackets: Brackets): (leverage: number) => boolean {
  const known = new Map<number, boolean>()
  return (leverage) => {
    let isCut = known.get(leverage)
    if (isCut === undefined) {
      isCut = maxNotionalFor(leverage, brackets) < maxNotionalFor(leverage, before)
      known.set(leverage, isCut)
    }
    return isCut
  }
}

const isSameTable = (a: Brackets, b: Brackets): boolean =>
  a.length === b.length &&
  a.every((one, index) => {
    const other = b[index]!
    return (
      one.notionalCap === other.notionalCap &&
      one.maxLeverage === other.maxLeverage &&
      one.mmrPpm === other.mmrPpm &&
      one.cum === other.cum
    )
  })

/** What a perpetual is about never changes under it. */
const isSameContract = (a: FuturesOption, b: FuturesOption): boolean =>
  a.instrument === b.instrument &&
  a.stock === b.stock &&
  a.precision === b.precision &&
  a.qtyPrecision === b.qtyPrecision
