import { Gauge } from 'prom-client'
import {
  type AuditOptions,
  alarmedSites,
  alarmNames,
  auditOnce,
  brokenSites,
  closeDays,
  ruleNames,
  type Scope,
  standingAlarms,
  standingBreaks,
} from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import type { Job } from './scheduler.ts'

const hourMs = 3_600_000

/**
 * Each hour what came after the closing sums, each day everything; and the closing sums of days that ended. A break pauses the withdrawals
 * of its sites until staff lift the pause.
 */
export function auditJobs(options: AuditOptions): Job[] {
  const job = (name: string, everyMs: number, scope: Scope): Job => ({
    name,
    everyMs,
    run: async (signal) => (await auditOnce(options, scope, signal)).length,
  })
  return [
    job('reconciliation', hourMs, 'since-closing'),
    { name: 'closing', everyMs: hourMs, run: (signal) => closeDays(options.db, signal) },
    job('audit', 24 * hourMs, 'full'),
  ]
}

/** Tells in the detail of `/readyz` and in `/metrics` what the newest audits found, whichever process they ran in. */
export function showLedger({ db, metrics, details }: Pick<Deps, 'db' | 'metrics' | 'details'>): void {
  details.set('ledger', async () => brokenSites(await db.system(standingBreaks)))
  details.set('cover', async () => alarmedSites(await db.system(standingAlarms)))
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
  new Gauge({
    name: 'maru_ledger_alarms',
    help: 'What the newest audit wants staff to look at, although nothing is booked wrongly and nothing is paused',
    labelNames: ['rule'],
    registers: [metrics],
    async collect() {
      const standing = await db.system(standingAlarms).catch(() => null)
      if (standing === null) return
      for (const rule of alarmNames) this.set({ rule }, standing.find((one) => one.rule === rule)?.count ?? 0)
    },
  })
}
