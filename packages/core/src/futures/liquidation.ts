import { averagePrice, feeOf, floorDiv, formatRational, notionalOf, positionNotional } from '@maru/positions'
import { announceWallet } from '../announce.ts'
import { invariant } from '../invariant.ts'
import { formatMinor, formatPrice } from '../money.ts'
import type { State, Turn } from '../state.ts'
import { wake } from '../trading/guards.ts'
import { isSameLot } from '../trading/lots.ts'
import { cancelOrder } from '../trading/reserve.ts'
import { closeBySystem } from '../trading/system.ts'
import type { Minor, PriceUnits, Qty } from '../types.ts'
import { announcePosition } from './announce.ts'
import { crossPositions, maintenanceOf, marginAccount, ratioOf } from './margin-account.ts'
import { forfeitMargin } from './post-result.ts'
import { LIQUIDATION_PPM, marginOf } from './risk.ts'
import type { Position } from './state.ts'

/**
 * Liquidates a group whose maintenance has reached its equity: its orders go first, then the position with the largest
 * maintenance is cut to the next lower bracket, or taken over and closed where there is none or the book did not give that much
 * within the stop of market orders. After each step the group is computed again, and left alone once it holds.
 */
export function liquidate(state: State, group: readonly Position[], turn: Turn): void {
  cancelOrdersOf(state, group[0]!, turn)
  let uncut: Position | null = null
  for (;;) {
    const position = worstOf(group)
    if (position === null) break
    const tier = tierOf(position)
    if (tier > 0 && position !== uncut) {
      const qty = qtyAbove(position, tier - 1)
      close(state, position, qty, position.market.row.slipPpm, turn)
      if (position.row.closedAt === null && tierOf(position) === tier) uncut = position
    } else if (!close(state, position, Math.abs(position.row.qty), null, turn)) {
      // There is no book to close on: the next one on that side goes on with it.
      wake(position, position.row.qty > 0 ? 'bid' : 'ask')
      break
    }
  }
  announceWallet(group[0]!.holder.wallet, turn.effects)
}

/** Orders of an isolated position's lot, or all of a CROSS account. TP and SL hold nothing back and end with their position. */
function cancelOrdersOf(state: State, position: Position, turn: Turn): void {
  for (const order of [...position.holder.orders.values()]) {
    const isExit = order.row.marketType === 'TAKEPROFIT' || order.row.marketType === 'STOPLOSS'
    const isConcerned = position.row.marginType === 'CROSS' || isSameLot(order, position)
    if (!isExit && isConcerned) cancelOrder(state, order, 'LIQUIDATION', turn)
  }
}

/** The position to liquidate next: of those still open the one with the largest maintenance; null once the group holds. */
function worstOf(group: readonly Position[]): Position | null {
  const { holder, row } = group[0]!
  const open = row.marginType === 'CROSS' ? crossPositions(holder) : group.filter((one) => one.row.closedAt === null)
  if (open.length === 0) return null
  const account = marginAccount(marginOf(open), open)
  invariant(account !== null, 'an account that is liquidated has its marks')
  if (ratioOf(account) < LIQUIDATION_PPM) return null
  return open.reduce((worst, one) => (maintenanceOf(one) > maintenanceOf(worst) ? one : worst))
}

/** Place of the bracket that a position falls into at the mark. */
function tierOf({ row, market }: Position): number {
  const { brackets } = market.row
  const notional = positionNotional(row, market.instrument.mark!, market.scale)
  const tier = brackets.findIndex(({ notionalCap }) => notional <= notionalCap)
  return tier < 0 ? brackets.length - 1 : tier
}

/** How much of a position lies above a bracket at the mark, in steps. */
function qtyAbove({ row, market }: Position, tier: number): Qty {
  const { brackets, stepUnits } = market.row
  const fits = floorDiv(brackets[tier]!.notionalCap, notionalOf(market.instrument.mark!, 1, market.scale))
  const kept = Number(fits) - (Number(fits) % stepUnits)
  return Math.abs(row.qty) - kept
}

/** Closes part of a position, or all of it at whatever the book gives (`slipPpm` null). False where nothing was filled. */
function close(state: State, position: Position, qty: Qty, slipPpm: number | null, turn: Turn): boolean {
  const { row: before, market, holder } = position
  const mark = market.instrument.mark!
  const posted = holder.wallet.row.posted
  closeBySystem(state, position, qty, { slipPpm, liquidationPpm: market.row.liquidationPpm }, turn)
  const { row } = position
  if (row.closedQty === before.closedQty) return false
  if (row.closedAt !== null && row.margin > 0n) forfeitMargin(state, position, turn)
  const loss = posted - holder.wallet.row.posted
  announcePosition(position, 'POSITION_LIQUID', turn, 'LIQUIDATION', {
    liquidation: liquidationWire(position, before, mark, loss, turn),
  })
  return true
}

function liquidationWire(
  { row, market }: Position,
  before: Position['row'],
  mark: PriceUnits,
  loss: Minor,
  turn: Turn,
): object {
  const { precision, qtyPrecision, liquidationPpm } = market.row
  const qty = row.closedQty - before.closedQty
  const quote = row.closedQuote - before.closedQuote
  const result = row.realizedPnl - before.realizedPnl - (row.fee - before.fee)
  return {
    qty: formatPrice(qty, qtyPrecision),
    mark: formatPrice(mark, precision),
    price: formatRational(averagePrice(quote, qty, market.scale)!, precision),
    loss: usdt(loss),
    fee: usdt(feeOf(quote, liquidationPpm)),
    deficit: usdt(-result > loss ? -result - loss : 0n),
    at: turn.at,
  }
}

const usdt = (amount: Minor): string => formatMinor(amount, 'USDT')
