import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { toHex } from '@maru/evidence'
import type { ChainHead, LoggedMinute, TickLeaf } from '@maru/market'
import type { Database, Tx } from '../ports.ts'

const deflated = promisify(deflate)
const inflated = promisify(inflate)

/** A chain's newest minute, with the last seq in it. */
export interface LogHead extends ChainHead {
  readonly lastSeq: number
}

/** Ticks of an open minute that were written together. */
export interface SpooledTicks {
  readonly instrument: string
  readonly minute: number
  readonly leaves: readonly TickLeaf[]
}

interface MinuteRow {
  instrument: string
  minute: string
  chain_no: string
  root: Buffer
  previous_chain: Buffer
  chain: Buffer
  cut_at: string | null
  leaves: Buffer | null
  kept: Buffer | null // instead of the leaves, once the minute is reduced
}

const minuteColumns = 'instrument, minute, chain_no, root, previous_chain, chain, cut_at, leaves, kept'

/**
 * Appends closed minutes, in the order of each chain, and lets go of their spooled ticks. All are sent together: where the clock runs fast, a
 * second closes more of them than a busy process has turns to wait for.
 */
export async function appendMinutes(tx: Tx, minutes: readonly LoggedMinute[]): Promise<void> {
  const packed = await Promise.all(minutes.map(({ leaves }) => deflated(JSON.stringify(leaves))))
  const newest = new Map(minutes.map(({ instrument, minute }) => [instrument, minute]))
  await Promise.all(minutes.map((minute, n) => appendMinute(tx, minute, packed[n]!)))
  await Promise.all(
    [...newest].map(([instrument, minute]) =>
      tx.query('delete from tick_spool where instrument = $1 and minute <= $2', [instrument, minute]),
    ),
  )
}

async function appendMinute(tx: Tx, minute: LoggedMinute, packed: Buffer): Promise<void> {
  const first = minute.leaves[0]
  const last = minute.leaves.at(-1)
  if (!first || !last) throw new Error('a minute without ticks is not logged')
  const times = minute.leaves.map((leaf) => leaf.sourceTs)
  await tx.query(
    `insert into tick_log (instrument, minute, chain_no, first_seq, last_seq, tick_count, first_source_ts, last_source_ts,
       root, previous_chain, chain, cut_at, leaves)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      minute.instrument,
      minute.minute,
      minute.chainNo,
      first.seq,
      last.seq,
      minute.leaves.length,
      times.reduce((a, b) => Math.min(a, b)),
      times.reduce((a, b) => Math.max(a, b)),
      Buffer.from(minute.root, 'hex'),
      Buffer.from(minute.previousChain, 'hex'),
      Buffer.from(minute.chain, 'hex'),
      minute.cutAt,
      packed,
    ],
  )
}

/** Writes ticks of open minutes. */
export async function spoolTicks(tx: Tx, spooled: readonly SpooledTicks[]): Promise<void> {
  if (spooled.length === 0) return
  await tx.query(
    `insert into tick_spool (instrument, first_seq, minute, leaves)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])
     on conflict (instrument, first_seq) do update set leaves = excluded.leaves`,
    [
      spooled.map((one) => one.instrument),
      spooled.map((one) => one.leaves[0]?.seq),
      spooled.map((one) => one.minute),
      spooled.map((one) => JSON.stringify(one.leaves)),
    ],
  )
}

/** The head of each instrument's chain. */
export async function logHeads(db: Database): Promise<ReadonlyMap<string, LogHead>> {
  const rows = await db.system(
    (tx) =>
      tx.query<{ instrument: string; chain_no: string; chain: Buffer; minute: string; last_seq: string }>(
        `select distinct on (instrument) instrument, chain_no, chain, minute, last_seq
       from tick_log order by instrument, chain_no desc`,
      ),
    'long',
  )
  return new Map(
    rows.map((row) => [
      row.instrument,
      {
        chainNo: Number(row.chain_no),
        chain: toHex(row.chain),
        minute: Number(row.minute),
        lastSeq: Number(row.last_seq),
      },
    ]),
  )
}

/** All spooled ticks, or those of one instrument, in their order. */
export async function readSpool(db: Database, instrument: string | null = null): Promise<SpooledTicks[]> {
  const rows = await db.system(
    (tx) =>
      tx.query<{ instrument: string; minute: string; leaves: string }>(
        `select instrument, minute, leaves from tick_spool
       where $1::text is null or instrument = $1 order by instrument, first_seq`,
        [instrument],
      ),
    instrument === null ? 'long' : 'short',
  )
  return rows.map((row) => ({
    instrument: row.instrument,
    minute: Number(row.minute),
    leaves: JSON.parse(row.leaves) as TickLeaf[],
  }))
}

/** The logged minutes of an instrument after `afterMinute` that may hold ticks of [from, to], by source time or receipt, at most `limit`, in order. */
export async function minutesBetween(
  db: Database,
  instrument: string,
  from: number,
  to: number,
  afterMinute: number,
  limit: number,
): Promise<LoggedMinute[]> {
  // A tick joins the minute of its receipt: within ten minutes of its source time, unless a clock is badly off.
  const slack = 600_000
  const rows = await db.system((tx) =>
    tx.query<MinuteRow>(
      `select ${minuteColumns} from tick_log
       where instrument = $1 and minute between $2::bigint - $4 and $3::bigint + $4
         and ((last_source_ts >= $2 and first_source_ts <= $3) or minute between $2::bigint - 60000 and $3::bigint + 60000)
         and minute > $5
       order by minute limit $6`,
      [instrument, from, to, slack, afterMinute, limit],
    ),
  )
  return Promise.all(rows.map(minuteOfRow))
}

/** The logged minute that holds the tick with `seq`, or null while its minute is open. */
export async function minuteWithSeq(
  db: Database,
  instrument: string,
  seq: number,
  recvTs: number,
): Promise<LoggedMinute | null> {
  const rows = await db.system((tx) =>
    tx.query<MinuteRow>(
      `select ${minuteColumns} from tick_log
       where instrument = $1 and minute between $3::bigint - 600000 and $3::bigint + 600000
         and $2::bigint between first_seq and last_seq`,
      [instrument, seq, recvTs],
    ),
  )
  const row = rows[0]
  return row ? minuteOfRow(row) : null
}

/** The logged minutes of an instrument from a chain number on: for those who audit the chain. */
export async function chainFrom(
  db: Database,
  instrument: string,
  chainNo: number,
  limit: number,
): Promise<LoggedMinute[]> {
  const rows = await db.system((tx) =>
    tx.query<MinuteRow>(
      `select ${minuteColumns} from tick_log where instrument = $1 and chain_no >= $2 order by chain_no limit $3`,
      [instrument, chainNo, limit],
    ),
  )
  return Promise.all(rows.map(minuteOfRow))
}

/** The oldest whole minute of an instrument within (after, before), or null. */
export async function nextWholeMinute(
  tx: Tx,
  instrument: string,
  after: number,
  before: number,
): Promise<LoggedMinute | null> {
  const rows = await tx.query<MinuteRow>(
    `select ${minuteColumns} from tick_log
     where instrument = $1 and minute > $2 and minute < $3 and leaves is not null order by minute limit 1`,
    [instrument, after, before],
  )
  const row = rows[0]
  return row ? minuteOfRow(row) : null
}

/** Puts a reduced minute in the place of the whole one. */
export async function storeReduced(tx: Tx, { instrument, minute, leaves, pruned }: LoggedMinute): Promise<void> {
  if (pruned === undefined) throw new Error('a whole minute is not stored as a reduced one')
  await tx.query(
    'update tick_log set leaves = null, kept = $3 where instrument = $1 and minute = $2 and leaves is not null',
    [instrument, minute, await deflated(JSON.stringify({ leaves, pruned }))],
  )
}

/** Deletes the oldest minutes of an instrument before `before`, at most `limit` and never the newest; returns how many. */
export async function dropMinutes(tx: Tx, instrument: string, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from tick_log where instrument = $1 and chain_no in (
         select chain_no from tick_log
         where instrument = $1 and minute < $2
           and chain_no < (select max(chain_no) from tick_log where instrument = $1)
         order by chain_no limit $3)
       returning 1)
     select count(*) from gone`,
    [instrument, before, limit],
  )
  return Number(rows[0]?.count)
}

/** All instruments that the log knows. */
export async function loggedInstruments(tx: Tx): Promise<string[]> {
  // One step down the index an instrument: a distinct would read every minute of five years.
  const rows = await tx.query<{ instrument: string }>(
    `with recursive known as (
       (select instrument from tick_log order by instrument limit 1)
       union all
       select (select l.instrument from tick_log l where l.instrument > k.instrument order by l.instrument limit 1)
       from known k where k.instrument is not null)
     select instrument from known where instrument is not null`,
  )
  return rows.map((row) => row.instrument)
}

/** Deletes spooled ticks whose minute is closed in the log, or was not closed since `before`, at most `limit` rows; returns how many. */
export async function dropSpooled(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from tick_spool where (instrument, first_seq) in (
         select s.instrument, s.first_seq from tick_spool s
         where s.minute < $1 or s.minute <= (select max(l.minute) from tick_log l where l.instrument = s.instrument)
         limit $2)
       returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}

async function minuteOfRow(row: MinuteRow): Promise<LoggedMinute> {
  const { leaves, kept } = row
  const content: Pick<LoggedMinute, 'leaves' | 'pruned'> = kept
    ? (JSON.parse((await inflated(kept)).toString()) as Required<Pick<LoggedMinute, 'leaves' | 'pruned'>>)
    : { leaves: leaves === null ? [] : (JSON.parse((await inflated(leaves)).toString()) as TickLeaf[]) }
  return {
    instrument: row.instrument,
    minute: Number(row.minute),
    chainNo: Number(row.chain_no),
    ...content,
    root: toHex(row.root),
    previousChain: toHex(row.previous_chain),
    chain: toHex(row.chain),
    cutAt: row.cut_at === null ? null : Number(row.cut_at),
  }
}
