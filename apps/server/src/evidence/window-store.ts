import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { EvidenceTick, MerkleProof } from '@maru/contract'
import type { Tick } from '@maru/core'
import type { Database, Tx } from '../ports.ts'

const deflated = promisify(deflate)
const inflated = promisify(inflate)

/** The ticks around a moment, and the proofs of those that decided rounds, by seq. */
export interface EvidenceWindow {
  readonly ticks: readonly EvidenceTick[]
  readonly proofs: Readonly<Record<string, MerkleProof>>
}

/** The window that was copied from the tick log before its leaves were let go, or null. */
export async function keptWindow(db: Database, instrument: string, at: number): Promise<EvidenceWindow | null> {
  const rows = await db.system((tx) =>
    tx.query<{ ticks: Buffer; proofs: Record<string, MerkleProof> }>(
      'select ticks, proofs from evidence_window where instrument = $1 and at = $2',
      [instrument, at],
    ),
  )
  const row = rows[0]
  return row
    ? { ticks: JSON.parse((await inflated(row.ticks)).toString()) as EvidenceTick[], proofs: row.proofs }
    : null
}

/** Keeps a window; one that is kept already stays as it is. */
export async function keepWindow(tx: Tx, instrument: string, at: number, window: EvidenceWindow): Promise<void> {
  await tx.query(
    'insert into evidence_window (instrument, at, ticks, proofs) values ($1, $2, $3, $4) on conflict do nothing',
    [instrument, at, await deflated(JSON.stringify(window.ticks)), JSON.stringify(window.proofs)],
  )
}

/** Lets windows older than `before` go. */
export async function dropWindows(tx: Tx, before: number): Promise<void> {
  await tx.query('delete from evidence_window where at < $1', [before])
}

/** The oldest minutes of an instrument before `before` that still have their leaves, oldest first. */
export async function wholeMinutes(tx: Tx, instrument: string, before: number, limit: number): Promise<number[]> {
  const rows = await tx.query<{ minute: string }>(
    `select minute from tick_log where instrument = $1 and minute < $2 and leaves is not null order by minute limit $3`,
    [instrument, before, limit],
  )
  return rows.map((row) => Number(row.minute))
}

/** Lets the leaves of minutes go; their roots and the chain stay. */
export async function thinMinutes(tx: Tx, instrument: string, minutes: readonly number[]): Promise<void> {
  await tx.query('update tick_log set leaves = null where instrument = $1 and minute = any ($2::bigint[])', [
    instrument,
    minutes,
  ])
}

/** All ticks that decided rounds of any site in [from, to]: P(startAt) and P(endAt), with their moment. */
export async function decidingTicks(
  tx: Tx,
  instrument: string,
  from: number,
  to: number,
): Promise<{ readonly at: number; readonly tick: Tick | null }[]> {
  // The longest round lasts five minutes: a round that ends in the stretch started at most that long before it.
  const rows = await tx.query<{ at: string; tick: Tick | null }>(
    `with touched as (
       select r.start_at, r.end_at, r.strike_tick, r.close_tick
       from round_option o join round r on r.site_id = o.site_id and r.option_id = o.id
       where o.instrument = $1 and r.start_at >= $2::bigint - 300000 and r.start_at <= $3
     )
     select start_at as at, strike_tick as tick from touched where start_at between $2 and $3
     union
     select end_at, close_tick from touched where end_at between $2 and $3
     order by at`,
    [instrument, from, to],
  )
  return rows.map((row) => ({ at: Number(row.at), tick: row.tick }))
}
