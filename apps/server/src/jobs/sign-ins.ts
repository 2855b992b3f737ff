import { forgetRates } from '../http/index.ts'
import {
  deviceKeptMs,
  forgetAttempts,
  forgetChecks,
  forgetCodes,
  forgetMembers,
  forgetSessions,
  forgetTokens,
  forgetTraits,
} from '../members/index.ts'
import type { Database } from '../ports.ts'
import { inBatches } from './batches.ts'

const hourMs = 3_600_000
/** Where a member was signed in, for questions afterwards. */
const sessionsKeptMs = 30 * 24 * hourMs
const attemptsKeptMs = 24 * hourMs
const codesKeptMs = 24 * hourMs
const ratesKeptMs = hourMs
/** Each of them takes a dozen statements. */
const mostMembers = 50

/** Deletes what guards sign-ins no longer: tokens of expired sessions, sessions a month later, old failures, codes, counters, devices nobody came back with, and who left long ago. `now` is wall time. */
export async function tidySignIns(db: Database, now: number, signal: AbortSignal): Promise<number> {
  const counts = [
    await inBatches(db, signal, (tx, limit) => forgetTokens(tx, now, limit)),
    await inBatches(db, signal, (tx, limit) => forgetSessions(tx, now - sessionsKeptMs, limit)),
    await inBatches(db, signal, (tx, limit) => forgetAttempts(tx, now - attemptsKeptMs, now, limit)),
    await inBatches(db, signal, (tx, limit) => forgetCodes(tx, now - codesKeptMs, limit)),
    await inBatches(db, signal, (tx, limit) => forgetChecks(tx, now - codesKeptMs, limit)),
    await inBatches(db, signal, (tx, limit) => forgetTraits(tx, now - deviceKeptMs, limit)),
    await inBatches(db, signal, (tx, limit) => forgetMembers(tx, now, limit), mostMembers),
    await inBatches(db, signal, (tx, limit) => forgetRates(tx, now - ratesKeptMs, limit)),
  ]
  return counts.reduce((a, b) => a + b, 0)
}
