import type { Position } from '../futures/state.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Filled, OrderBook } from '../trading/state.ts'
import type { OrderType, PositionRow } from '../types.ts'
import { cutFollows } from './cut.ts'
import { gather } from './fan-outs.ts'
import { guardLosses, netOf } from './loss.ts'
import { copiesOf, countCopied, type Follow, noteOwed } from './state.ts'

/** Hears of every fill: of a lead lot it asks for copies, or ends its follows; of a copy its follow and its trader's sums know it. */
export function hearFill(state: State, filled: Filled, depth: OrderBook, turn: Turn): void {
  const { fill } = filled
  const position = filled.position as Position
  const { followId, leadLot, memberId } = position.row
  if (followId !== null) hearCopy(state, copiesOf(state).follows.get(followId)!, { ...filled, position }, turn)
  if (followId !== null || leadLot === null) return
  const trader = copiesOf(state).traders.get(memberId)
  if (!trader) return
  if (fill.marketType === 'LIQUIDATION') cutFollows(state, trader, 'TRADER_LIQUIDATED', turn)
  else gather(state, trader, { fill, position, depth }, turn)
}

/** Keeps what a closed copy came to. The margin of one that was taken over is forfeited with it. */
function countClosed({ pair }: Follow, row: PositionRow, by: OrderType, turn: Turn): void {
  const forfeited = by === 'LIQUIDATION' ? row.margin : 0n
  change(turn.effects, 'copyPairs', pair, { net: pair.row.net + netOf(row) - forfeited })
}

type CopyFilled = Pick<Filled, 'fill'> & { readonly position: Position }

function hearCopy(state: State, follow: Follow, { fill, position }: CopyFilled, turn: Turn): void {
  const { traderId, endId, quit } = follow.row
  const leadLot = position.row.leadLot!
  countCopied(state, traderId, fill.optionId, fill.isClose ? -fill.qty : fill.qty)
  if (!fill.isClose) {
    follow.copies.set(leadLot, position)
    follow.pair.copies.add(position)
    return
  }
  const isByTrader = fill.fanOutId !== null
  const left = Math.abs(position.row.qty)
  if (position.row.owedClose > left)
    change(turn.effects, 'positions', position, { owedClose: left, owedBy: left === 0 ? null : position.row.owedBy })
  if (!isByTrader && endId === null && !quit.includes(leadLot))
    change(turn.effects, 'copyFollows', follow, { quit: [...quit, leadLot] })
  noteOwed(state, position)
  if (position.row.closedAt === null) return
  follow.copies.delete(leadLot)
  follow.pair.copies.delete(position)
  countClosed(follow, position.row, fill.marketType, turn)
  guardLosses(state, follow)
  if (follow.row.endId === null || follow.copies.size > 0) return
  change(turn.effects, 'copyFollows', follow, { doneAt: turn.at })
  copiesOf(state).follows.delete(follow.row.id)
}
