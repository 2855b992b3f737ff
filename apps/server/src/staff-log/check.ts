import type { StaffChainCheck } from '@maru/contract'
import type { Logger } from 'pino'
import type { Database, Tx } from '../ports.ts'
import { type ChainOutcome, verifyStaffLog } from './chain.ts'

/** Keeps what a verification of the chain found, for the page that shows it. */
export async function noteCheck(tx: Tx, { acts, brokenAt, strays }: ChainOutcome, at: number): Promise<void> {
  await tx.query(
    `insert into staff_log_check (at, acts, broken_at, strays) values ($1, $2, $3, $4)
     on conflict (one) do update set at = excluded.at, acts = excluded.acts, broken_at = excluded.broken_at, strays = excluded.strays`,
    [at, acts, brokenAt, strays],
  )
}

/** What the newest verification found; null: there was none. */
export async function lastCheck(tx: Tx): Promise<StaffChainCheck | null> {
  const [row] = await tx.query<{ at: string; acts: string; broken_at: string | null; strays: string }>(
    'select at, acts, broken_at, strays from staff_log_check',
  )
  if (row === undefined) return null
  const brokenAt = row.broken_at === null ? null : Number(row.broken_at)
  const strays = Number(row.strays)
  return { at: Number(row.at), acts: Number(row.acts), brokenAt, strays, isWhole: brokenAt === null && strays === 0 }
}

/** Verifies the whole chain and keeps the outcome; a break is an error in the log. Returns how many acts it holds. */
export async function checkStaffLog(
  { db, log }: { readonly db: Database; readonly log: Logger },
  now: () => number,
  signal: AbortSignal,
): Promise<number> {
  const outcome = await verifyStaffLog(db, signal)
  if (outcome.brokenAt !== null || outcome.strays > 0) log.error(outcome, 'the chain of the log of staff does not hold')
  await db.system((tx) => noteCheck(tx, outcome, now()))
  return outcome.acts
}
