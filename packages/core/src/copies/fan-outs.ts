import { cell } from '../effects.ts'
import { futuresOf, type Position } from '../futures/state.ts'
import { change, type State, type Turn } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import type { OrderBook } from '../trading/state.ts'
import type { EpochMs, FillRow, Levels } from '../types.ts'
import { isQuoted } from './bars.ts'
import { copyNumbers } from './numbers.ts'
import { isLate } from './opened-book.ts'
import { copiesOf, endOf, type FanOut, type Follow, type Trader } from './state.ts'

/** So many levels of an order book are kept for the copies of a fill. */
const LEVELS = 20

/** Takes a fill of a lead lot: it begins a fan-out, or joins the one that waits for its turn. */
export function gather(
  state: State,
  trader: Trader,
  { fill, position, depth }: { readonly fill: FillRow; readonly position: Position; readonly depth: OrderBook },
  turn: Turn,
): void {
  if (!trader.bySlot.some((follow) => follow !== null)) return
  const { queues } = copiesOf(state)
  const { row } = position
  const queue = queues.get(row.memberId) ?? []
  const last = queue.at(-1)
  const kind = fill.isClose ? 'CLOSE' : 'OPEN'
  const newest = {
    openedQuote: row.openedQuote,
    leadFillId: fill.id,
    bookU: fill.bookU,
    bookTs: fill.bookTs,
    levels: levelsOf(depth, fill.side === 'LONG'),
    mark: fill.mark,
    at: turn.at,
  }
  if (last && last.row.bornAt === null && last.row.leadLot === row.lot && last.row.kind === kind) {
    const sums = { qty: last.row.qty + fill.qty, quote: last.row.quote + fill.quote }
    change(turn.effects, 'copyFanOuts', last, { ...sums, ...newest })
    return
  }
  const fanOut: FanOut = cell({
    siteId: row.siteId,
    id: turn.nextId(),
    traderId: row.memberId,
    leadLot: row.lot,
    optionId: row.optionId,
    kind,
    side: fill.side,
    leverage: row.leverage,
    heldBefore: fill.isClose ? Math.abs(row.qty) + fill.qty : Math.abs(row.qty) - fill.qty,
    qty: fill.qty,
    quote: fill.quote,
    ...newest,
    slots: trader.row.slots,
    bornAt: queue.length === 0 ? turn.at : null,
    cursor: 0,
    made: 0,
    skipped: 0,
    doneAt: null,
  })
  queue.push(fanOut)
  queues.set(row.memberId, queue)
  turn.effects.put('copyFanOuts', fanOut)
}

const levelsOf = ({ asks, bids }: OrderBook, isBuy: boolean): Levels => (isBuy ? asks : bids).slice(0, LEVELS)

/** No fill joins what waits of a trader any more: somebody's copy of it is made, or who follows him changes. */
export function closeGathering(state: State, traderId: number, turn: Turn): void {
  const last = copiesOf(state).queues.get(traderId)?.at(-1)
  if (last && last.row.bornAt === null) change(turn.effects, 'copyFanOuts', last, { bornAt: turn.at })
}

/** Who has a place of a fan-out. Each begins with another, so that nobody is always the last. */
export const slotAt = ({ row }: FanOut, place: number): number => (place + row.id) % row.slots

/** Whether a follow is owed its copy of a fan-out. */
export function isOwed(state: State, follow: Follow, { row }: FanOut): boolean {
  const { id, slot, ahead } = follow.row
  if (id > row.id || row.id > endOf(state, follow) || slot >= row.slots) return false
  const place = (slot + row.slots - (row.id % row.slots)) % row.slots
  return place >= row.cursor && row.id > (ahead ?? 0)
}

/** Whether copies of a fan-out can be made now: what opens waits for prices, until it is too late for it. */
export function isReady(state: State, fanOut: FanOut, at: EpochMs): boolean {
  const { kind, siteId, optionId } = fanOut.row
  return kind === 'CLOSE' || isLate(state, fanOut, at) || isQuoted(marketIn(futuresOf(state), siteId, optionId)!, at)
}

/** When the oldest fan-out of a trader that waits for prices is too late; null: none waits. */
export function lateAt(state: State, now: EpochMs): EpochMs | null {
  let next: EpochMs | null = null
  for (const [head] of copiesOf(state).queues.values()) {
    if (!head || isReady(state, head, now)) continue
    const late = head.row.at + copyNumbers(state, head.row.siteId).copyLateMs + 1
    if (next === null || late < next) next = late
  }
  return next
}

/** All copies of the oldest fan-out of a trader are made: the next one begins. */
export function finishFanOut(state: State, traderId: number, turn: Turn): void {
  const { queues } = copiesOf(state)
  const queue = queues.get(traderId)!
  change(turn.effects, 'copyFanOuts', queue.shift()!, { doneAt: turn.at })
  const [next] = queue
  if (next === undefined) queues.delete(traderId)
  else if (next.row.bornAt === null) change(turn.effects, 'copyFanOuts', next, { bornAt: turn.at })
}
