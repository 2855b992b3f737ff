import { type Book, ofOwnSite } from '../book.ts'
import { heard, worked } from '../ranks.ts'
import type { State, Turn } from '../state.ts'
import { isStale } from '../trading/recount.ts'
import type { FeedSignal } from '../types.ts'
import { configureOversea } from './configure.ts'
import { fixDue, nextFixingAt, takeRate } from './fixing.ts'
import { setOvernight } from './overnight.ts'
import { placeOversea } from './place.ts'
import { overseaQueries } from './queries.ts'
import { endRaises, nextRaiseAt } from './raises.ts'
import { reMarginSome } from './re-margin.ts'
import { restoreOversea } from './restore.ts'
import { revalue } from './risk.ts'
import { hasSessionWork, nextStageAt, takeSession, workSessions } from './session.ts'
import { daysOf, overseaOf } from './state.ts'
import { takeTerms } from './terms.ts'
import { deleteOverseaTpsl, setOverseaTpsl } from './tpsl.ts'

/** So many positions are margined anew in one turn. */
const RE_MARGINED_MAX = 100

/** Overseas futures (rules C). */
export const oversea = {
  name: 'oversea',
  commands: {
    placeOversea: { actors: ['member'], key: 'client', run: placeOversea },
    setOverseaTpsl: { actors: ['member'], key: 'client', run: setOverseaTpsl },
    deleteOverseaTpsl: { actors: ['member'], key: 'client', run: deleteOverseaTpsl },
    setOvernight: { actors: ['member'], key: 'client', run: setOvernight },
    configureOversea: { actors: ['staff'], key: 'none', run: ofOwnSite(configureOversea) },
  },
  restore: restoreOversea,
  begin(state, _lastBatchAt, turn) {
    for (const holder of overseaOf(state).holders.values()) if (!isStale(holder)) revalue(state, holder, turn)
  },
  enter(state, turn) {
    fixDue(state, turn)
    endRaises(state, turn)
  },
  onSignal: { rank: heard.oversea, hear: takeSignal },
  work: [
    {
      rank: worked.reMargining,
      pending: (state) => daysOf(state).toReMargin !== null,
      step: (state, _maxRows, turn) => reMarginSome(state, RE_MARGINED_MAX, turn),
    },
    { rank: worked.sessions, pending: hasSessionWork, step: workSessions },
  ],
  nextAt(state, now) {
    const times = [nextFixingAt(state, now), nextStageAt(state), nextRaiseAt(state)].filter((at) => at !== null)
    return times.length === 0 ? null : Math.min(...times)
  },
  rows(state) {
    const { fixing, raises } = daysOf(state)
    return {
      overseaOptions: [...overseaOf(state).markets.values()].map((contract) => contract.row),
      overseaRaises: [...raises.values()].flat().map(({ row }) => row),
      fixings: fixing ? [fixing] : [],
    }
  },
  queries: overseaQueries,
} satisfies Book

function takeSignal(state: State, signal: FeedSignal, turn: Turn): void {
  if (signal.kind === 'rate') takeRate(state, signal, turn)
  else if (signal.kind === 'financing') takeTerms(state, signal, turn)
  else if (signal.kind === 'session') takeSession(state, signal, turn)
}
