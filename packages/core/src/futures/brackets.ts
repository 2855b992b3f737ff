import { type Brackets, maxNotionalFor } from '@maru/positions'
import { refusalReply } from '../idempotency.ts'
import type { FuturesOption, Minor, Reply } from '../types.ts'
import { owedFunding } from './funding.ts'
import { marginAccount, ratioOf } from './margin-account.ts'
import { usageOf } from './result.ts'
import { groupOf, LIQUIDATION_PPM, marginOf } from './risk.ts'
import type { FuturesMarket, Holder, Order, Position } from './state.ts'
import type { Cuts } from './trials.ts'

/** Whether a perpetual that is known gets other brackets. */
export const hasNewBrackets = (known: FuturesMarket | null, { brackets }: FuturesOption): boolean =>
  known !== null && !isSameTable(known.row.brackets, brackets)

/** Only a price liquidates, never an operator: LEVERAGE_LOCKED_POSITION, or PRICE_FEED_STALE where a mark is not known. */
export function refuseBrackets(holder: Holder, market: FuturesMarket, brackets: Brackets): Reply | null {
  for (const position of holder.positions.values()) {
    if (position.market !== market) continue
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
 * The orders of a holder that new brackets end: of each side of the market the newest, whatever their lots, until all that is open fits
 * under the new cap at their leverage.
 */
export function ordersBeyond(holder: Holder, market: FuturesMarket, cutAt: Cuts): Set<Order> {
  const beyond = new Set<Order>()
  const opening = [...holder.orders.values()].filter(
    ({ market: of, row }) => of === market && row.qty !== null && !row.isReduceOnly && !row.isUncovered,
  )
  for (const side of ['LONG', 'SHORT'] as const)
    for (const last of opening.filter(({ row }) => row.side === side).reverse()) {
      const cap = cutAt(last.row.leverage)
      if (cap === null || usageOf(last, side, beyond).usedNotional <= cap) break
      beyond.add(last)
    }
  return beyond
}

/** Each leverage is computed once. */
export function cutsOf(before: Brackets, brackets: Brackets): Cuts {
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
