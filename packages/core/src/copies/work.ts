import { change, type State, type Turn } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import { isTraded } from '../trading/prices.ts'
import { countHolder } from '../trading/recount.ts'
import type { EpochMs, VenueUpdate } from '../types.ts'
import { closeOwed } from './close-copy.ts'
import { catchUp } from './ends.ts'
import { finishFanOut, isOwed, isReady, slotAt } from './fan-outs.ts'
import { makeCopy } from './make-copy.ts'
import { copiesOf, type FanOut, type Trader } from './state.ts'

/** So many copies are made, or follows ended, in one turn at most: commands get in between. */
const TURN_MAX = 40
/** So many of one trader before the next trader's. */
const OF_ONE = 8
/** So many copies that owe a close are tried on each order book. */
const OWED_MAX = 16

/** Whether copies are to be made, or ends to be written. */
export function hasCopyWork(state: State, at: EpochMs): boolean {
  const { queues, cut } = copiesOf(state)
  if (cut.size > 0) return true
  for (const [head] of queues.values()) if (isReady(state, head!, at)) return true
  return false
}

/** Makes copies of the oldest fan-out of each trader, the traders in turn, and writes the ends of follows that ended all at once. */
export function workCopies(state: State, maxRows: number, turn: Turn): void {
  const { queues, traders } = copiesOf(state)
  let left = TURN_MAX
  let isAny = true
  while (isAny) {
    isAny = false
    for (const [traderId, [head]] of queues) {
      if (left <= 0 || turn.effects.count >= maxRows) return
      if (!isReady(state, head!, turn.at)) continue
      isAny = true
      left -= workOne(state, traders.get(traderId)!, head!, Math.min(left, OF_ONE), turn)
    }
  }
  endCut(state, left, maxRows, turn)
}

/** Goes on with a fan-out; returns how many copies it made. */
function workOne(state: State, trader: Trader, fanOut: FanOut, max: number, turn: Turn): number {
  const { slots } = fanOut.row
  let done = 0
  let { cursor } = fanOut.row
  while (cursor < slots && done < max) {
    const follow = trader.bySlot[slotAt(fanOut, cursor)]
    if (follow && isOwed(state, follow, fanOut)) {
      makeCopy(state, follow, fanOut, turn)
      done++
    }
    cursor++
  }
  change(turn.effects, 'copyFanOuts', fanOut, { cursor })
  if (cursor === slots) finishFanOut(state, trader.row.memberId, turn)
  return done
}

function endCut(state: State, max: number, maxRows: number, turn: Turn): void {
  const { cut } = copiesOf(state)
  let left = max
  for (const trader of cut) {
    for (const follow of trader.bySlot) {
      if (!follow || follow.row.id > trader.row.cutId!) continue
      if (left-- <= 0 || turn.effects.count >= maxRows) return
      catchUp(state, follow.row.memberId, turn)
    }
    cut.delete(trader)
  }
}

/** Tries what copies owe on a live order book. */
export function takeBook(state: State, quote: VenueUpdate, turn: Turn): void {
  const owed = quote.kind === 'depth' ? copiesOf(state).owed.get(quote.instrument) : undefined
  const instrument = tradingOf(state).instruments.get(quote.instrument)
  if (!owed || !instrument || instrument.depth !== quote || !isTraded(instrument, turn.at)) return
  for (const position of [...owed].slice(0, OWED_MAX)) {
    countHolder(state, position.holder, turn)
    if (position.row.owedClose > 0) closeOwed(state, position, instrument.depth, turn)
    // Those that were not tried yet come first with the next order book.
    if (owed.delete(position)) owed.add(position)
  }
}
