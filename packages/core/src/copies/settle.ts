import { settleShare } from '@maru/positions'
import { announceWallet } from '../announce.ts'
import { cell } from '../effects.ts'
import { futuresOf } from '../futures/state.ts'
import { DAY_MS, kstMidnight } from '../kst.ts'
import { countResult } from '../limits/count.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn } from '../trading/holders.ts'
import type { EpochMs, VenueUpdate } from '../types.ts'
import { addToPayout } from './payouts.ts'
import { netOfPair, openLossOf } from './set-aside.ts'
import { copiesOf, dayName, type Pair, type Share } from './state.ts'

/** So many pairs are looked at in one turn at most: commands get in between. */
const TURN_MAX = 100

/** Notes that a day has begun: everybody is settled for it, whoever changes before the others. */
export function noteMidnight(state: State, turn: Turn): void {
  const copies = copiesOf(state)
  const midnight = kstMidnight(turn.at)
  if (copies.midnight === midnight) return
  copies.midnight = midnight
  copies.walk = copies.pairs.values()
}

/** When the next day begins; null: nobody is to be settled. */
export function nextMidnight(state: State): EpochMs | null {
  const { midnight, pairs } = copiesOf(state)
  return midnight === null || pairs.size === 0 ? null : midnight + DAY_MS
}

export const hasShareWork = (state: State): boolean => copiesOf(state).walk !== null

/** Settles pairs that nothing changed since midnight. One whose marks are not all known waits for them. */
export function workShares(state: State, maxRows: number, turn: Turn): void {
  const copies = copiesOf(state)
  for (let left = TURN_MAX; copies.walk !== null && left > 0 && turn.effects.count < maxRows; left--) {
    const { value: pair, done } = copies.walk.next()
    if (done) copies.walk = null
    else if (!isIdle(pair) && !settleDay(state, pair, turn)) copies.asleep.add(pair)
  }
}

/** Marks come: who waited for one is settled. */
export function hearMark(state: State, quote: VenueUpdate): void {
  const copies = copiesOf(state)
  if (quote.kind !== 'mark' || copies.asleep.size === 0 || copies.walk !== null) return
  copies.walk = [...copies.asleep].values()
  copies.asleep.clear()
}

/** Whether a pair has neither a profit to share nor anything open. */
const isIdle = (pair: Pair): boolean => pair.copies.size === 0 && netOfPair(pair) <= pair.row.hwm

/** Before anything of a member changes, the day that ended is settled. */
export function settleMember(state: State, memberId: number, turn: Turn): void {
  for (const pair of copiesOf(state).pairsOf.get(memberId) ?? []) if (!isIdle(pair)) settleFirst(state, pair, turn)
}

/** The same of one pair. Where a mark is not known its profit waits for the next midnight. */
export function settleFirst(state: State, pair: Pair, turn: Turn): void {
  const day = kstMidnight(turn.at)
  if (pair.row.day < day && !settleDay(state, pair, turn)) change(turn.effects, 'copyPairs', pair, { day })
}

/** Settles a pair for the day that began; false where a mark is not known. */
function settleDay(state: State, pair: Pair, turn: Turn): boolean {
  if (pair.row.day >= kstMidnight(turn.at)) return true
  const openLoss = openLossOf(pair)
  if (openLoss === null) return false
  share(state, pair, openLoss, turn)
  return true
}

/** Settles a pair now, whatever day it is: it has nothing open, and goes on at another rate. */
export const settleNow = (state: State, pair: Pair, turn: Turn): void => share(state, pair, 0n, turn)

/** Moves what is the trader's of a profit above the highest level that was shared. */
function share(state: State, pair: Pair, openLoss: bigint, turn: Turn): void {
  const { hwm: hwmBefore, sharePpm: ratePpm } = pair.row
  const net = netOfPair(pair)
  const { share: amount, highWater: hwmAfter } = settleShare({ net, highWater: hwmBefore, ratePpm }, openLoss)
  const day = kstMidnight(turn.at)
  change(turn.effects, 'copyPairs', pair, { hwm: hwmAfter, day })
  if (amount > 0n) move(state, pair, { day, net, openLoss, hwmBefore, hwmAfter, ratePpm, amount }, turn)
}

type Counted = Pick<Share['row'], 'day' | 'net' | 'openLoss' | 'hwmBefore' | 'hwmAfter' | 'ratePpm' | 'amount'>

function move(state: State, { row }: Pair, counted: Counted, turn: Turn): void {
  const { siteId, traderId, followerId } = row
  const { wallet } = holderIn(state, futuresOf(state), siteId, followerId)!
  const { amount, day } = counted
  const id = turn.nextId()
  const to = { siteId, account: 'TRADER_PAYABLE', sub: String(traderId), currency: 'USDT', amount } as const
  const txnId = state.ledger.move([{ wallet, amount: -amount }, to], 'COPY_SHARE', id, turn, turn.effects)
  const result = { sourceId: txnId, currency: 'USDT', at: turn.wall, stake: 0n, profit: -amount }
  countResult(state, followerId, result, turn)
  const held: Share = cell({
    siteId,
    id,
    traderId,
    followerId,
    ...counted,
    state: 'HELD',
    txnId,
    reversedTxnId: null,
    at: turn.at,
    decidedAt: null,
  })
  turn.effects.put('copyShares', held)
  keepShare(state, held)
  addToPayout(state, { siteId, traderId, day }, amount, turn)
  announceWallet(wallet, turn.effects)
}

/** Makes a share known that is held. */
export function keepShare(state: State, held: Share): void {
  const { shares } = copiesOf(state)
  const name = dayName(held.row.traderId, held.row.day)
  const known = shares.get(name)
  if (known) known.push(held)
  else shares.set(name, [held])
}
