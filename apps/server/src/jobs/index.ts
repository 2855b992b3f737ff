import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Deps } from '../deps.ts'
import { localTimestamper, stampChains } from '../evidence/index.ts'
import { binaryTicks } from './binary-ticks.ts'
import { tidyJournal } from './journal.ts'
import { findBreaks, noteReconciliation, ruleNames } from './reconcile.ts'
import { createScheduler, type Job } from './scheduler.ts'
import { tidySignIns } from './sign-ins.ts'
import { tidyTickLog } from './tick-log.ts'
import { tidyUses } from './uses.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Scheduled work of the house, where ROLES names jobs. */
export function registerJobs(app: FastifyInstance, deps: Deps): void {
  if (!deps.config.roles.has('jobs')) return
  const { db, log, metrics, clocks } = deps
  const scheduler = createScheduler({ db, log, metrics, now: clocks.wall, jobs: jobsOf(deps) })
  app.addHook('onReady', async () => scheduler.start())
  app.addHook('onClose', () => scheduler.stop())
}

function jobsOf({ config, db, log, market, metrics, clocks }: Deps): Job[] {
  const timestamper = localTimestamper(config.dataDir)
  const instruments = [...market.instruments.keys()]
  const breaksFound = new Gauge({
    name: 'maru_ledger_breaks',
    help: 'Balances that the last reconciliation found to be wrong; above 0 no money may leave the house',
    labelNames: ['rule'],
    registers: [metrics],
  })
  return [
    {
      name: 'timestamps',
      everyMs: 10 * minuteMs,
      run: async () => {
        await stampChains(db, timestamper, instruments, clocks.wall())
        return instruments.length
      },
    },
    {
      name: 'reconciliation',
      everyMs: hourMs,
      async run(signal) {
        const breaks = await findBreaks(db, signal)
        await db.system((tx) => noteReconciliation(tx, clocks.wall(), breaks))
        for (const rule of ruleNames) breaksFound.set({ rule }, breaks.find((one) => one.rule === rule)?.count ?? 0)
        for (const found of breaks) log.error({ ...found }, 'the ledger does not balance')
        return breaks.length
      },
    },
    {
      name: 'journal',
      everyMs: 10 * minuteMs,
      run: (signal) => tidyJournal(db, clocks.domain.now(), config.clockSpeed, signal),
    },
    binaryTicks({
      db,
      log,
      metrics,
      instruments: [...market.instruments.values()].filter(({ kind }) => kind === 'crypto'),
      now: clocks.domain.now,
      speed: config.clockSpeed,
    }),
    { name: 'sign-ins', everyMs: hourMs, run: (signal) => tidySignIns(db, clocks.wall(), signal) },
    { name: 'uses', everyMs: 24 * hourMs, run: (signal) => tidyUses(db, clocks.wall(), signal) },
    { name: 'tick-log', everyMs: hourMs, run: (signal) => tidyTickLog(db, clocks.domain.now(), signal, log) },
  ]
}
