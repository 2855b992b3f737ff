import { copyClose, worstPrice } from '@maru/positions'
import { futuresPolicy } from '../futures/policy.ts'
import type { Position } from '../futures/state.ts'
import { change, type State, type Turn } from '../state.ts'
import { takenOf } from '../trading/depth.ts'
import { fillCopy } from '../trading/fill-copy.ts'
import { sideOf } from '../trading/orders.ts'
import type { OrderBook } from '../trading/state.ts'
import type { PriceUnits, Qty } from '../types.ts'
import { bookOfFanOut, isLate } from './opened-book.ts'
import { type FanOut, noteOwed } from './state.ts'

/** Closes of a copy what its trader closed of the lead lot, on the order book on which he did. What that does not give is owed. */
export function closeWithTrader(state: State, position: Position, fanOut: FanOut, turn: Turn): void {
  const { row } = fanOut
  const free = Math.abs(position.row.qty) - position.row.owedClose
  const qty = copyClose(free, { qty: row.qty, held: row.heldBefore }, position.market.row.stepUnits)
  if (qty === 0) return
  const filled = isLate(state, fanOut, turn.at)
    ? 0
    : execute(state, position, { qty, depth: bookOfFanOut(fanOut, position.market), mark: row.mark, by: row.id }, turn)
  if (filled < qty) owe(state, position, position.row.owedClose + qty - filled, row.id, turn)
}

/** Tries on an order book what a copy owes. */
export function closeOwed(state: State, position: Position, depth: OrderBook, turn: Turn): void {
  const { owedClose, owedBy } = position.row
  const { mark } = position.market.instrument
  const filled = execute(state, position, { qty: owedClose, depth, mark, by: owedBy! }, turn)
  if (filled > 0 && position.row.closedAt === null) owe(state, position, owedClose - filled, owedBy!, turn)
}

interface Closing {
  readonly qty: Qty
  readonly depth: OrderBook
  readonly mark: PriceUnits | null
  readonly by: number
}

/** How much of it the order book gives within the stop of closes. */
function execute(state: State, position: Position, { qty, depth, mark, by }: Closing, turn: Turn): Qty {
  const { holder, market, row } = position
  const side = row.side === 'LONG' ? 'SHORT' : 'LONG'
  const best = (side === 'LONG' ? depth.asks : depth.bids)[0]?.[0]
  if (best === undefined) return 0
  const worst = worstPrice(sideOf(side), mark ?? best, market.row.closeSlipPpm)
  const taken = takenOf(holder, market, side, turn.at)
  const look = (wanted: Qty) =>
    futuresPolicy.look(market, sideOf(side), wanted, depth, { worst, isMaker: false, taken })
  const found = look(qty)
  const rest = found.qty % market.row.stepUnits
  const offer = found.qty === qty || rest === 0 ? found : look(found.qty - rest)
  if (offer.qty === 0) return 0
  const terms = { side, leverage: row.leverage, marginType: row.marginType } as const
  const copy = { fanOutId: by, followId: row.followId!, leadLot: row.leadLot! }
  fillCopy(state, position, { terms, copy, offer, depth }, turn)
  return offer.qty
}

function owe(state: State, position: Position, owedClose: Qty, owedBy: number, turn: Turn): void {
  change(turn.effects, 'positions', position, { owedClose, owedBy })
  noteOwed(state, position)
}
