import { storedCell } from '../effects.ts'
import { futuresOf } from '../futures/state.ts'
import { invariant } from '../invariant.ts'
import type { State } from '../state.ts'
import { tradingOf } from '../trading/instruments.ts'
import type { CopyFollowRow, CoreSnapshot } from '../types.ts'
import { hearFill } from './fills.ts'
import { guardLosses } from './loss.ts'
import { judgeLoss } from './loss-stop.ts'
import { keepPayout } from './payouts.ts'
import { keepPair } from './set-aside.ts'
import { keepShare } from './settle.ts'
import { copiesOf, countCopied, type Follow, noteOwed, pairName, type Trader } from './state.ts'

/** Builds the book of copies from the database's rows, after the futures book. */
export function restoreCopies(state: State, snapshot: CoreSnapshot): void {
  const { traders, follows, queues } = copiesOf(state)
  tradingOf(state).fillEars.push(hearFill)
  tradingOf(state).stopJudges.push(judgeLoss)
  for (const row of snapshot.copyTraders) {
    const bySlot = Array.from({ length: row.slots }, () => null)
    traders.set(row.memberId, { ...storedCell(row), bySlot })
  }
  for (const row of snapshot.copyPairs) keepPair(state, { ...storedCell(row), copies: new Set() })
  for (const row of snapshot.copyShares) if (row.decidedAt === null) keepShare(state, storedCell(row))
  for (const row of snapshot.copyPayouts) if (row.paidAt === null) keepPayout(state, storedCell(row))
  for (const row of snapshot.copyFollows) if (row.doneAt === null) keepFollow(state, followFrom(state, row))
  for (const trader of traders.values()) noteCut(state, trader)
  for (const row of [...snapshot.copyFanOuts].sort((a, b) => a.id - b.id)) {
    if (row.doneAt !== null) continue
    const queue = queues.get(row.traderId)
    if (queue) queue.push(storedCell(row))
    else queues.set(row.traderId, [storedCell(row)])
  }
  for (const position of futuresOf(state).positions.values()) {
    const { followId, leadLot, optionId, qty } = position.row
    if (followId === null) continue
    const follow = follows.get(followId)!
    follow.copies.set(leadLot!, position)
    follow.pair.copies.add(position)
    countCopied(state, follow.row.traderId, optionId, Math.abs(qty))
    noteOwed(state, position)
  }
  for (const follow of follows.values()) guardLosses(state, follow)
}

function followFrom(state: State, row: CopyFollowRow): Follow {
  const pair = copiesOf(state).pairs.get(pairName(row.traderId, row.memberId))
  invariant(pair !== undefined, 'who follows has something with his trader', row.id)
  return { ...storedCell(row), pair, copies: new Map() }
}

/** Makes a follow known, that runs or has copies. */
export function keepFollow(state: State, follow: Follow): void {
  const { follows, running, traders } = copiesOf(state)
  const { id, memberId, traderId, slot, endId } = follow.row
  follows.set(id, follow)
  if (endId !== null) return
  running.set(memberId, follow)
  traders.get(traderId)!.bySlot[slot] = follow
}

function noteCut(state: State, trader: Trader): void {
  const { cutId } = trader.row
  if (cutId !== null && trader.bySlot.some((follow) => follow !== null && follow.row.id < cutId))
    copiesOf(state).cut.add(trader)
}
