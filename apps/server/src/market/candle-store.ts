import { type Candle, intervalMs, type KeptInterval, keptIntervals } from '@maru/market'
import type { Database, Tx } from '../ports.ts'

/** How long candles of an interval are kept, ms; null: for ever. */
const keptMs: Readonly<Record<KeptInterval, number | null>> = {
  '1s': 3 * intervalMs['1h'],
  '1m': 30 * intervalMs['1d'],
  '15m': 366 * intervalMs['1d'],
  '1h': 5 * 366 * intervalMs['1d'],
  '1d': null,
}

export interface CandleRow extends Candle {
  readonly instrument: string
  readonly interval: KeptInterval
}

/** Writes candles; one that is there already takes the new values. Each (instrument, interval, openTime) at most once. */
export async function upsertCandles(tx: Tx, rows: readonly CandleRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into candle (instrument, interval, open_time, open, high, low, close, volume)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
     on conflict (instrument, interval, open_time) do update set
       open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume`,
    [
      rows.map((row) => row.instrument),
      rows.map((row) => row.interval),
      rows.map((row) => row.openTime),
      rows.map((row) => row.open),
      rows.map((row) => row.high),
      rows.map((row) => row.low),
      rows.map((row) => row.close),
      rows.map((row) => row.volume),
    ],
  )
}

/** All instruments' candles of an interval that open at or after `from`, oldest first. */
export async function candlesSince(
  db: Database,
  interval: KeptInterval,
  from: number,
): Promise<ReadonlyMap<string, Candle[]>> {
  // One text an instrument instead of one row a candle: a tenth of the parsing at start.
  const rows = await db.system(
    (tx) =>
      tx.query<{ instrument: string; candles: string }>(
        `select instrument, string_agg(concat_ws(',', open_time, open, high, low, close, volume), ';' order by open_time) as candles
       from candle where interval = $1 and open_time >= $2 group by instrument`,
        [interval, from],
      ),
    'long',
  )
  return new Map(rows.map((row) => [row.instrument, row.candles.split(';').map(parseCandle)]))
}

/** The candles of an instrument that open within [from, to), and the newest one before them, oldest first. */
export async function candlesBetween(
  db: Database,
  instrument: string,
  interval: KeptInterval,
  from: number,
  to: number,
): Promise<Candle[]> {
  const rows = await db.system((tx) =>
    tx.query<Record<'open_time' | 'open' | 'high' | 'low' | 'close' | 'volume', string>>(
      `(select open_time, open, high, low, close, volume from candle
        where instrument = $1 and interval = $2 and open_time < $3 order by open_time desc limit 1)
       union all
       (select open_time, open, high, low, close, volume from candle
        where instrument = $1 and interval = $2 and open_time >= $3 and open_time < $4 order by open_time)`,
      [instrument, interval, from, to],
    ),
  )
  return rows
    .map((row) => ({
      openTime: Number(row.open_time),
      open: Number(row.open),
      high: Number(row.high),
      low: Number(row.low),
      close: Number(row.close),
      volume: Number(row.volume),
    }))
    .sort((a, b) => a.openTime - b.openTime)
}

/** Deletes what is older than it is kept. */
export async function pruneCandles(db: Database, now: number): Promise<void> {
  for (const interval of keptIntervals) {
    const kept = keptMs[interval]
    if (kept === null) continue
    await db.system(
      (tx) => tx.query('delete from candle where interval = $1 and open_time < $2', [interval, now - kept]),
      'long',
    )
  }
}

function parseCandle(text: string): Candle {
  const [openTime = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = text.split(',').map(Number)
  return { openTime, open, high, low, close, volume }
}
