import type { Book } from '../book.ts'
import { heard, worked } from '../ranks.ts'
import { applyTrader, decideTrader, quitTrader, setTrader, setTraderState } from './apply.ts'
import { closeCopy } from './close-lot.ts'
import { catchUp } from './ends.ts'
import { lateAt } from './fan-outs.ts'
import { followTrader } from './follow.ts'
import { restoreCopies } from './restore.ts'
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
    closeCopy: { actors: ['member'], key: 'client', run: closeCopy },
  },
  restore: restoreCopies,
  before: catchUp,
  onVenueUpdate: { rank: heard.copies, hear: takeBook },
  work: [{ rank: worked.copies, pending: hasCopyWork, step: workCopies }],
  nextAt: lateAt,
  rows: (state) => ({
    copyTraders: [...copiesOf(state).traders.values()].map(({ row }) => row),
    copyPairs: [...copiesOf(state).pairs.values()].map(({ row }) => row),
    copyFollows: [...copiesOf(state).follows.values()].map(({ row }) => row),
    copyFanOuts: [...copiesOf(state).queues.values()].flat().map(({ row }) => row),
  }),
  digest: (state) => [...copiesOf(state).copied].map(([name, qty]) => `${name}:${qty}`).sort(),
} satisfies Book
