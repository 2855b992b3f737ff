import { averagePrice, formatRational } from '@maru/positions'
import { formatMinor } from '../money.ts'
import type { State, Turn } from '../state.ts'
import { dropGuards, wake } from '../trading/guards.ts'
import { isTraded } from '../trading/prices.ts'
import { cancelOrder } from '../trading/reserve.ts'
import { closeBySystem } from '../trading/system.ts'
import { announcePosition } from './announce.ts'
import { crossOf, isAtOrBelow, marginAccountOf, positionsOf } from './margin-account.ts'
import { losscutPpmOf } from './spared.ts'
import type { Holder, Position } from './state.ts'

/** The loss cut: all orders go, then all positions at market. What cannot be closed now is judged again at its first live price. */
export function cutLosses(state: State, holder: Holder, turn: Turn): void {
  const { equity, losscut } = crossOf(holder)
  for (const order of [...holder.orders.values()]) {
    // TP and SL end with their position.
    if (order.row.qty !== null) cancelOrder(state, order, 'LIQUIDATION', turn)
  }
  for (const position of positionsOf(holder)) cut(state, position, { equity, losscut }, turn)
  // What could not be closed is guarded like any position, unless the account is still at the threshold.
  const left = marginAccountOf(holder)
  if (left !== null && !isAtOrBelow(left, losscutPpmOf(holder)))
    for (const position of positionsOf(holder)) dropGuards(position)
}

function cut(state: State, position: Position, at: { equity: bigint; losscut: bigint }, turn: Turn): void {
  const { holder, market, row: before } = position
  const isClosable = isTraded(market.instrument, turn.at)
  const posted = holder.wallet.row.posted
  const count = Math.abs(before.qty)
  const done = isClosable
    ? closeBySystem(state, position, count, { slipPpm: null, liquidationPpm: 0 }, turn)
    : { filledQty: 0 }
  if (done.filledQty === 0) {
    wake(position, before.qty > 0 ? 'bid' : 'ask')
    return
  }
  const { row } = position
  const loss = posted - holder.wallet.row.posted
  const result = row.realizedPnl - before.realizedPnl - (row.fee - before.fee)
  const average = averagePrice(row.closedQuote - before.closedQuote, count, market.scale)!
  announcePosition(position, 'POSITION_LIQUID', turn, 'LIQUIDATION', {
    liquidation: {
      count,
      price: formatRational(average, market.row.precision),
      loss: won(loss),
      equity: won(at.equity),
      losscut: won(at.losscut),
      deficit: won(-result > loss ? -result - loss : 0n),
      at: turn.at,
    },
  })
}

const won = (amount: bigint): string => formatMinor(amount, 'KRW')
