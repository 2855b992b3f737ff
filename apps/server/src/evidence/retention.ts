import type { MerkleProof } from '@maru/contract'
import type { Tick } from '@maru/core'
import { evidenceWindowMs, tickProof, ticksAround } from '../market/index.ts'
import type { Database } from '../ports.ts'
import { decidingTicks, dropWindows, keepWindow, keptWindow, thinMinutes, wholeMinutes } from './window-store.ts'

const dayMs = 86_400_000
/** Rules A: whole minutes for 90 days, roots and the windows of rounds for 5 years. */
const wholeMs = 90 * dayMs
const windowsMs = 5 * 366 * dayMs
const minuteMs = 60_000
const batchMinutes = 360
/** The newest minutes of a batch stay whole: a tick that decides a moment of the next batch may lie in them. */
const overlapMinutes = 10

/**
 * Copies the windows of rounds out of one batch of minutes that are older than 90 days and lets the rest of their ticks go.
 * Gives the number of minutes that were thinned; more may wait when it is not 0.
 */
export async function thinTickLog(db: Database, instrument: string, now: number): Promise<number> {
  const minutes = await db.system((tx) => wholeMinutes(tx, instrument, now - wholeMs, batchMinutes))
  const first = minutes[0]
  const last = minutes.at(-1)
  if (first === undefined || last === undefined || minutes.length <= overlapMinutes) return 0
  const from = first - evidenceWindowMs
  const to = last + minuteMs + evidenceWindowMs
  const moments = groupByMoment(await db.system((tx) => decidingTicks(tx, instrument, from, to)))
  for (const [at, ticks] of moments) {
    if ((await keptWindow(db, instrument, at)) !== null) continue
    const window = { ticks: await ticksAround(db, instrument, at), proofs: await proofsOf(db, ticks) }
    await db.system((tx) => keepWindow(tx, instrument, at, window))
  }
  const thinned = minutes.slice(0, -overlapMinutes)
  await db.system((tx) => thinMinutes(tx, instrument, thinned))
  return thinned.length
}

/** Lets windows go after five years. */
export async function forgetWindows(db: Database, now: number): Promise<void> {
  await db.system((tx) => dropWindows(tx, now - windowsMs))
}

async function proofsOf(db: Database, ticks: readonly Tick[]): Promise<Record<string, MerkleProof>> {
  const proofs: Record<string, MerkleProof> = {}
  for (const tick of ticks) {
    const proof = await tickProof(db, tick)
    if (proof) proofs[tick.seq] = proof
  }
  return proofs
}

function groupByMoment(rows: readonly { readonly at: number; readonly tick: Tick | null }[]): Map<number, Tick[]> {
  const moments = new Map<number, Tick[]>()
  for (const { at, tick } of rows) {
    const ticks = moments.get(at) ?? []
    if (tick && !ticks.some(({ seq }) => seq === tick.seq)) ticks.push(tick)
    moments.set(at, ticks)
  }
  return moments
}
