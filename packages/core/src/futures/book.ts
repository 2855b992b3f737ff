import { type Book, ofOwnSite } from '../book.ts'
import { heard, worked } from '../ranks.ts'
import { tradingOf } from '../trading/instruments.ts'
import { isStale } from '../trading/recount.ts'
import { hasTrials, workTrials } from './bracket-trial.ts'
import { configureFutures } from './configure.ts'
import { changeMargin } from './margin.ts'
import { placeFutures } from './place.ts'
import { futuresQueries } from './queries.ts'
import { restoreFutures } from './restore.ts'
import { revalue } from './risk.ts'
import { nextFundingAt, noteFundings, takeMissedFunding } from './schedule.ts'
import { setLeverage, setMarginType } from './settings.ts'
import { futuresOf } from './state.ts'
import { setFuturesTpsl } from './tpsl.ts'

/** Perpetual futures (rules B). */
export const futures = {
  name: 'futures',
  commands: {
    placeFutures: { actors: ['member'], key: 'client', run: placeFutures },
    setFuturesTpsl: { actors: ['member'], key: 'client', run: setFuturesTpsl },
    setLeverage: { actors: ['member'], key: 'client', run: setLeverage },
    setMarginType: { actors: ['member'], key: 'client', run: setMarginType },
    changeMargin: { actors: ['member'], key: 'client', run: changeMargin },
    configureFutures: { actors: ['staff', 'system'], key: 'none', run: ofOwnSite(configureFutures) },
  },
  restore: restoreFutures,
  begin(state, _lastBatchAt, turn) {
    for (const holder of futuresOf(state).holders.values()) if (!isStale(holder)) revalue(state, holder, turn)
  },
  enter: noteFundings,
  onSignal: {
    rank: heard.futures,
    hear(state, signal, turn) {
      if (signal.kind === 'funding') takeMissedFunding(state, signal, turn)
    },
  },
  work: [{ rank: worked.brackets, pending: hasTrials, step: workTrials }],
  nextAt: nextFundingAt,
  rows: (state) => ({
    futuresOptions: [...futuresOf(state).markets.values()].map((market) => market.row),
    futuresSettings: [...futuresOf(state).holders.values()].flatMap((holder) =>
      [...holder.settings.values()].map((setting) => setting.row),
    ),
    fundings: [...tradingOf(state).instruments.values()].flatMap((instrument) => instrument.funding ?? []),
  }),
  queries: futuresQueries,
} satisfies Book
