import { type Book, ofOwnSite } from '../book.ts'
import { heard, worked } from '../ranks.ts'
import { configureOption } from './configure.ts'
import { takeOutage, touchRounds, voidByOperator } from './disturbance.ts'
import { scheduleRounds } from './lifecycle.ts'
import { placeBet } from './place.ts'
import { roundQueries } from './queries.ts'
import { restoreRounds } from './restore.ts'
import { digestOf, rowsOf } from './rows.ts'
import { STRIKE_CHUNK } from './rules.ts'
import { settleDue } from './settlement.ts'
import { roundsOf } from './state.ts'
import { strikeOn, strikeWaiting } from './strikes.ts'

/** Timed rounds (rules A): members stake on where a price goes. */
export const rounds = {
  name: 'rounds',
  commands: {
    placeBet: { actors: ['member'], key: 'client', run: placeBet },
    configureOption: { actors: ['staff'], key: 'none', run: ofOwnSite(configureOption) },
    voidRound: { actors: ['staff'], key: 'client', run: voidByOperator },
    outage: {
      actors: ['system'],
      key: 'none',
      run(state, { from, to }, turn) {
        takeOutage(state, from, to, turn)
        return { status: 200, body: {} }
      },
    },
  },
  restore: restoreRounds,
  begin(state, lastBatchAt, turn) {
    // What lies between the last sign of life and now was an outage.
    if (lastBatchAt !== null) takeOutage(state, lastBatchAt, turn.at, turn)
    roundsOf(state).hasBegun = true
    for (const option of roundsOf(state).options.values()) scheduleRounds(state, option, turn)
  },
  onTick: { rank: heard.rounds, hear: strikeOn },
  onSignal: {
    rank: heard.rounds,
    hear(state, signal, turn) {
      if (signal.kind === 'session' || signal.kind === 'feed' || signal.kind === 'disturbance')
        touchRounds(state, signal, turn)
    },
  },
  work: [
    {
      rank: worked.strikes,
      pending: (state) => roundsOf(state).strikable.size > 0,
      step(state, maxRows, turn) {
        for (const round of [...roundsOf(state).strikable])
          if (turn.effects.count < maxRows) strikeWaiting(state, round, STRIKE_CHUNK, turn)
      },
    },
    { rank: worked.settlement, pending: (state) => roundsOf(state).settling.length > 0, step: settleDue },
  ],
  rows: rowsOf,
  digest: digestOf,
  queries: roundQueries,
} satisfies Book
