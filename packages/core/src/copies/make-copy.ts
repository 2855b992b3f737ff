import { futuresOf, type Holder } from '../futures/state.ts'
import { invariant } from '../invariant.ts'
import { kstMidnight } from '../kst.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn } from '../trading/holders.ts'
import { countHolder } from '../trading/recount.ts'
import { closeWithTrader } from './close-copy.ts'
import { copyNumbers } from './numbers.ts'
import { type Opening, openWithTrader } from './open-copy.ts'
import { settleFirst } from './settle.ts'
import { copiesOf, type FanOut, type Follow } from './state.ts'

type Skipped = Extract<Opening, { readonly kind: 'SKIPPED' }>

/** Makes a follower's copy of a fan-out, or notes why it is left out. It never fails for a reason of his. */
export function makeCopy(state: State, follow: Follow, fanOut: FanOut, turn: Turn): void {
  const { making } = copiesOf(state)
  const { siteId, memberId } = follow.row
  const holder = holderIn(state, futuresOf(state), siteId, memberId)
  invariant(holder !== null, 'a follower has a wallet of futures', memberId)
  // Whatever is done for him meanwhile does not make copies for him again.
  making.add(memberId)
  countHolder(state, holder, turn)
  // What was filled before midnight comes before it.
  if (fanOut.row.at >= kstMidnight(turn.at)) settleFirst(state, follow.pair, turn)
  if (fanOut.row.kind === 'OPEN') openOne(state, holder, follow, fanOut, turn)
  else closeOne(state, follow, fanOut, turn)
  making.delete(memberId)
}

function closeOne(state: State, follow: Follow, fanOut: FanOut, turn: Turn): void {
  const { leadLot, qty, heldBefore } = fanOut.row
  const copy = follow.copies.get(leadLot)
  if (copy) {
    closeWithTrader(state, copy, fanOut, turn)
    change(turn.effects, 'copyFanOuts', fanOut, { made: fanOut.row.made + 1 })
  }
  const { quit } = follow.row
  if (qty === heldBefore && quit.includes(leadLot))
    change(turn.effects, 'copyFollows', follow, { quit: quit.filter((lot) => lot !== leadLot) })
}

function openOne(state: State, holder: Holder, follow: Follow, fanOut: FanOut, turn: Turn): void {
  const opening = openWithTrader(state, holder, follow, fanOut, turn)
  if (opening.kind === 'MADE') {
    change(turn.effects, 'copyFanOuts', fanOut, { made: fanOut.row.made + 1 })
    if (follow.row.skips > 0) change(turn.effects, 'copyFollows', follow, { skips: 0 })
  } else if (opening.kind === 'SKIPPED') skip(state, follow, fanOut, opening, turn)
}

/** Notes that a copy is left out; after many in a row for want of money its follow pauses. */
function skip(state: State, follow: Follow, fanOut: FanOut, opening: Skipped, turn: Turn): void {
  change(turn.effects, 'copyFanOuts', fanOut, { skipped: fanOut.row.skipped + 1 })
  noteSkip(follow, fanOut, opening, turn)
  const skips = opening.code === 'BALANCE_INSUFFICIENT' ? follow.row.skips + 1 : 0
  const { copySkipsToPause: most } = copyNumbers(state, follow.row.siteId)
  const pausedBy = most > 0 && skips >= most ? 'BALANCE_INSUFFICIENT' : null
  if (skips !== follow.row.skips || pausedBy !== null) change(turn.effects, 'copyFollows', follow, { skips, pausedBy })
}

function noteSkip({ row }: Follow, fanOut: FanOut, { code, wanted, got }: Skipped, turn: Turn): void {
  const { id: fanOutId, leadLot, qty, quote, levels } = fanOut.row
  turn.effects.add('copySkips', {
    siteId: row.siteId,
    id: turn.nextId(),
    followId: row.id,
    memberId: row.memberId,
    traderId: row.traderId,
    leadLot,
    fanOutId,
    code,
    wanted,
    got,
    leadQty: qty,
    leadQuote: quote,
    offered: levels[0]?.[0] ?? null,
    at: turn.at,
  })
}
