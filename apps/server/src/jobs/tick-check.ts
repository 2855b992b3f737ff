import { shippedSite } from '@maru/core'
import type { Instrument } from '@maru/market'
import type { Database, Tx } from '../ports.ts'

const stepMs = 30_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Candles of a second are kept for so long. */
const sampledMs = 3 * hourMs
/** A price this old does not count for its moment: the server was down. */
const oldestMs = minuteMs
const samplesKeptMs = dayMs + hourMs
const checksKeptMs = 90 * dayMs
/** Two hours: a new house is judged early, and each day from then on. */
const fewestMoves = 240

/** The newest check of an instrument; `options` are the binary options on it that are played, of the sites whose share it is above. */
export interface TickCheck {
  readonly instrument: string
  readonly at: number
  readonly tick: number
  /** The median absolute move of 30 s within the 24 h before, in the same unit as the tick size. */
  readonly medianMove: number
  readonly isFine: boolean
  readonly options: readonly { readonly siteId: number; readonly optionId: number; readonly type: string }[]
}

/** Keeps the prices of the half minutes since the last call; `now` is domain time. Returns how many. */
export async function samplePrices(db: Database, instruments: readonly string[], now: number): Promise<number> {
  return db.system(async (tx) => {
    const to = Math.floor(now / stepMs) * stepMs
    const [row] = await tx.query<{ count: string }>(
      `with added as (
         insert into price_sample (instrument, at, price)
         select i.symbol, t.at, c.close
         from unnest($1::text[]) i (symbol)
         cross join generate_series($2::bigint, $3::bigint, ${stepMs}) t (at)
         cross join lateral (
           select close from candle
           where instrument = i.symbol and interval = '1s' and open_time < t.at and open_time >= t.at - ${oldestMs}
           order by open_time desc limit 1) c
         on conflict do nothing returning 1)
       select count(*) from added`,
      [instruments, to - sampledMs, to],
    )
    await tx.query('delete from price_sample where at < $1', [now - samplesKeptMs])
    return Number(row?.count)
  }, 'long')
}

/** Checks each instrument whose last check is a day old, where enough of its moves are known, against the strictest site. Returns how many were checked. */
export async function checkTicks(db: Database, instruments: readonly Instrument[], now: number): Promise<number> {
  return db.system(async (tx) => {
    const [row] = await tx.query<{ count: string }>(
      `with moves as (
         select a.instrument, count(*) as moves,
                percentile_cont(0.5) within group (order by abs(b.price - a.price))::numeric as median
         from price_sample a join price_sample b on b.instrument = a.instrument and b.at = a.at + ${stepMs}
         where a.at >= $3::bigint - ${dayMs} group by a.instrument),
       checked as (
         insert into tick_check (instrument, at, tick, median_move, moves, is_fine)
         select instrument, $3, i.tick, median, moves,
                i.tick * 1000000::numeric <= median * (select coalesce(min(binary_tick_ppm), $4::int) from site_config)
         from unnest($1::text[], $2::bigint[]) i (instrument, tick) join moves using (instrument)
         where moves >= ${fewestMoves}
           and not exists (select from tick_check c where c.instrument = i.instrument and c.at > $3::bigint - ${dayMs})
         returning 1)
       select count(*) from checked`,
      [
        instruments.map(({ symbol }) => symbol),
        instruments.map(({ tickUnits }) => tickUnits),
        now,
        shippedSite.binaryTickPpm,
      ],
    )
    await tx.query('delete from tick_check where at < $1', [now - checksKeptMs])
    return Number(row?.count)
  }, 'long')
}

/** The newest check of each instrument. */
export async function newestTickChecks(tx: Tx): Promise<TickCheck[]> {
  const rows = await tx.query<{
    instrument: string
    at: string
    tick: string
    median_move: string
    is_fine: boolean
    options: TickCheck['options']
  }>(
    `select distinct on (c.instrument) c.instrument, c.at, c.tick, c.median_move, c.is_fine,
       (select coalesce(jsonb_agg(jsonb_build_object('siteId', o.site_id, 'optionId', o.id, 'type', o.type)
                                  order by o.site_id, o.id), '[]')
        from round_option o left join site_config s on s.site_id = o.site_id
        where c.tick * 1000000::numeric > c.median_move * coalesce(s.binary_tick_ppm, $1::int)
          and o.instrument = c.instrument and o.type like 'B%' and o.is_play and not o.is_stop) as options
     from tick_check c order by c.instrument, c.at desc`,
    [shippedSite.binaryTickPpm],
  )
  return rows.map((row) => ({
    instrument: row.instrument,
    at: Number(row.at),
    tick: Number(row.tick),
    medianMove: Number(row.median_move),
    isFine: row.is_fine,
    options: row.options,
  }))
}
