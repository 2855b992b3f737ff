import type { Book } from '../book.ts'
import { heard, worked } from '../ranks.ts'
import type { EpochMs } from '../types.ts'
import { applyTrader, decideTrader, quitTrader, setTrader, setTraderState } from './apply.ts'
import { closeCopy } from './close-lot.ts'
import { beforeMember } from './ends.ts'
import { lateAt } from './fan-outs.ts'
import { followTrader } from './follow.ts'
import { holdPayout, reverseShares } from './payouts.ts'
import { restoreCopies } from './restore.ts'
import { hasShareWork, hearMark, nextMidnight, noteMidnight, workShares } from './settle.ts'
import { copiesOf } from './state.ts'
import { removeFollower, unfollow } from './unfollow.ts'
import { hasCopyWork, takeBook, workCopies } from './work.ts'

/** Copies (rules E): what a trader's orders fill, those who follow him fill too, on his order book and within their own bounds. */
export const copies = {
  name: 'copies',
  commands: {
    applyTrader: { actors: ['member'], key: 'client', run: applyTrader },
    setTrader: { actors: ['member'], key: 'client', run: setTrader },
    quitTrader: { actors: ['member'], key: 'client', run: quitTrader },
    decideTrader: { actors: ['staff'], key: 'client', run: decideTrader },
    setTraderState: { actors: ['staff'], key: 'client', run: setTraderState },
    followTrader: { actors: ['member'], key: 'client', run: followTrader },
    unfollow: { actors: ['member'], key: 'client', run: unfollow },
    removeFollower: { actors: ['member'], key: 'client', run: removeFollower },
    holdPayout: { actors: ['staff'], key: 'client', run: holdPayout },
    reverseShares: { actors: ['staff'], key: 'client', run: reverseShares },
    closeCopy: { actors: ['member'], key: 'client', run: closeCopy },
  },
  restore: restoreCopies,
  enter: noteMidnight,
  before: beforeMember,
  onVenueUpdate: {
    rank: heard.copies,
    hear(state, quote, turn) {
      takeBook(state, quote, turn)
      hearMark(state, quote)
    },
  },
  work: [
    { rank: worked.copies, pending: hasCopyWork, step: workCopies },
    { rank: worked.shares, pending: hasShareWork, step: workShares },
  ],
  nextAt: (state, now) => earlier(lateAt(state, now), nextMidnight(state)),
  rows: (state) => ({
    copyTraders: [...copiesOf(state).traders.values()].map(({ row }) => row),
    copyPairs: [...copiesOf(state).pairs.values()].map(({ row }) => row),
    copyShares: [...copiesOf(state).shares.values()].flat().map(({ row }) => row),
    copyPayouts: [...copiesOf(state).payouts.values()].map(({ row }) => row),
    copyFollows: [...copiesOf(state).follows.values()].map(({ row }) => row),
    copyFanOuts: [...copiesOf(state).queues.values()].flat().map(({ row }) => row),
  }),
  digest: (state) => [...copiesOf(state).copied].map(([name, qty]) => `${name}:${qty}`).sort(),
} satisfies Book

const earlier = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
