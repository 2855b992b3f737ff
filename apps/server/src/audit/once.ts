import { bySystem } from '@maru/core'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import type { Database } from '../ports.ts'
import { type Break, lookAt } from './find-breaks.ts'
import { noteOutcome } from './outcome.ts'
import type { Scope } from './sums.ts'

export interface AuditOptions extends Pick<Deps, 'core'> {
  readonly db: Database
  readonly log: Logger
  /** Epoch ms of the wall clock. */
  readonly now: () => number
}

/** Looks once, notes the outcome for all processes, tells what staff must hear of, and pauses the withdrawals of sites that do not balance. Returns what does not. */
export async function auditOnce(
  { db, log, now, core }: AuditOptions,
  scope: Scope,
  signal: AbortSignal,
): Promise<readonly Break[]> {
  const findings = await lookAt(db, signal, scope)
  await db.system((tx) => noteOutcome(tx, now(), scope, findings))
  const { breaks, alarms } = findings
  for (const found of alarms) log.error({ ...found }, 'the house has to be looked at')
  for (const found of breaks) log.error({ ...found }, 'the ledger does not balance')
  for (const siteId of new Set(breaks.flatMap(({ sites }) => sites)))
    if (core.serves(siteId)) await core.submit({ kind: 'pauseWithdrawals', ...bySystem(siteId) })
  return breaks
}
