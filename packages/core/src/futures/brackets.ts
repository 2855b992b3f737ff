import { type Brackets, maxNotionalFor, notionalOf } from '@maru/positions'
import { refusalReply } from '../idempotency.ts'
import { lotsOf } from '../trading/lots.ts'
import { ordersIn } from '../trading/orders.ts'
import type { FuturesOption, Minor, PriceUnits, Qty, Reply } from '../types.ts'
import { owedFunding } from './funding.ts'
import { marginAccount, ratioOf } from './margin-account.ts'
import { workingOrder } from './policy.ts'
import { usageOf } from './result.ts'
import { groupOf, LIQUIDATION_PPM, marginOf } from './risk.ts'
import type { FuturesMarket, Holder, Holding, Order, Position } from './state.ts'

/** Brackets that end more orders than fit into one turn are refused: they are tightened in steps. */
const BEYOND_MAX = 90

/** The brackets that others replace; null: they stay. */
export const bracketsBefore = (known: FuturesMarket | null, { brackets }: FuturesOption): Brackets | null =>
  known && !isSameTable(known.row.brackets, brackets) ? known.row.brackets : null

/** Only a price liquidates, never an operator: LEVERAGE_LOCKED_POSITION, or PRICE_FEED_STALE where a mark is not known. */
export function refuseBrackets(market: FuturesMarket, brackets: Brackets): Reply | null {
  for (const position of market.positions) {
    const ratio = ratioUnder(position, brackets)
    if (ratio === null) return refusalReply('PRICE_FEED_STALE')
    if (ratio >= LIQUIDATION_PPM) return refusalReply('LEVERAGE_LOCKED_POSITION')
  }
  return null
}

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
 * who may be beyond a cap that falls are counted exactly. Null: they are too many for a turn.
 */
export function ordersBeyond(market: FuturesMarket, before: Brackets, brackets: Brackets): Order[] | null {
  const cutAt = cutsOf(before, brackets)
  const beyond = new Set<Order>()
  for (const [holder, { notional, cap }] of exposuresIn(market, cutAt)) {
    if (beyond.size > BEYOND_MAX) break
    if (cap === null || notional <= cap) continue
    for (const lot of lotsOf(holder.orders.values())) if (lot.market === market) addBeyond(beyond, lot, cutAt)
  }
  return beyond.size > BEYOND_MAX ? null : [...beyond]
}

/** Of everyone with an order in a market: the most that one lot and side of his can use of a cap, and the lowest of his caps that fall. */
function exposuresIn(market: FuturesMarket, cutAt: Cuts): Map<Holder, { notional: Minor; cap: Minor | null }> {
  const exposures = new Map<Holder, { notional: Minor; cap: Minor | null }>()
  const { mark } = market.instrument
  const worth = (price: PriceUnits, qty: Qty) => notionalOf(price, Math.abs(qty), market.scale)
  for (const order of market.orders) {
    const { holder, row } = order
    let exposure = exposures.get(holder)
    if (!exposure) {
      exposure = { notional: 0n, cap: null }
      exposures.set(holder, exposure)
      for (const position of holder.positions.values())
        if (position.market === market) exposure.notional += worth(mark ?? 0, position.row.qty)
    }
    if (row.qty === null) continue
    const { price, qty } = workingOrder(order)
    exposure.notional += worth(price, qty)
    const cap = cutAt(row.leverage)
    if (cap !== null && (exposure.cap === null || cap < exposure.cap)) exposure.cap = cap
  }
  return exposures
}

function addBeyond(beyond: Set<Order>, lot: Holding, cutAt: Cuts): void {
  for (const side of ['LONG', 'SHORT'] as const) {
    const opening = ordersIn(lot).filter(({ row }) => row.side === side && !row.isReduceOnly)
    for (const last of opening.reverse()) {
      const cap = cutAt(last.row.leverage)
      if (cap === null || usageOf(lot, side, beyond).usedNotional <= cap) break
      beyond.add(last)
    }
  }
}

/** The new cap at a leverage where it falls; null where it does not. */
type Cuts = (leverage: number) => Minor | null

/** Each leverage is computed once. */
function cutsOf(before: Brackets, brackets: Brackets): Cuts {
  const known = new Map<number, Minor | null>()
  return (leverage) => {
    let cap = known.get(leverage)
    if (cap === undefined) {
      cap = maxNotionalFor(leverage, brackets)
      if (cap >= maxNotionalFor(leverage, before)) cap = null
      known.set(leverage, cap)
    }
    return cap
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
