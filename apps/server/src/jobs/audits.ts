import { bySystem } from '@maru/core'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import {
  brokenSites,
  closeDays,
  findBreaks,
  noteOutcome,
  ruleNames,
  type Scope,
  standingBreaks,
} from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports.ts'
import type { Job } from './scheduler.ts'

const hourMs = 3_600_000

export interface AuditOptions extends Pick<Deps, 'core'> {
  readonly db: Database
  readonly log: Logger
  /** Epoch ms of the wall clock. */
  readonly now: () => number
}

/**
 * Each hour what came after the closing sums, each day everything; and the closing sums of days that ended. A break pauses the withdrawals
 * of its sites until staff lift the pause.
 */
export function auditJobs({ db, log, now, core }: AuditOptions): Job[] {
  const audit = (name: string, everyMs: number, scope: Scope): Job => ({
    name,
    everyMs,
    async run(signal) {
      const breaks = await findBreaks(db, signal, scope)
      await db.system((tx) => noteOutcome(tx, now(), scope, breaks))
      for (const found of breaks) log.error({ ...found }, 'the ledger does not balance')
      for (const siteId of new Set(breaks.flatMap(({ sites }) => sites)))
        if (core.serves(siteId)) await core.submit({ kind: 'pauseWithdrawals', ...bySystem(siteId) })
      return breaks.length
    },
  })
  return [
    audit('reconciliation', hourMs, 'since-closing'),
    { name: 'closing', everyMs: hourMs, run: (signal) => closeDays(db, signal) },
    audit('audit', 24 * hourMs, 'full'),
  ]
}

/** Tells in the detail of `/readyz` and in `/metrics` what the newest audits found, whichever process they ran in. */
export function showLedger({ db, metrics, details }: Pick<Deps, 'db' | 'metrics' | 'details'>): void {
  details.set('ledger', async () => brokenSites(await db.system(standingBreaks)))
  new Gauge({
    name: 'maru_ledger_breaks',
    help: 'Balances that the newest audits found to be wrong; above 0 no money may leave the house',
    labelNames: ['rule'],
    registers: [metrics],
    async collect() {
      // While the database is away the last known values stay, and the other metrics are shown.
      const standing = await db.system(standingBreaks).catch(() => null)
      if (standing === null) return
      for (const rule of ruleNames('full')) this.set({ rule }, standing.find((one) => one.rule === rule)?.count ?? 0)
    },
  })
}
