import type { Evidence } from '../market/index.ts'
import type { Tx } from '../ports.ts'

/**
 * What the rounds of all sites need of an instrument's ticks between `from` and `to`: the moments at which rounds started or ended,
 * and the ticks that decided a round or struck a bet of one.
 */
export async function roundEvidence(tx: Tx, instrument: string, from: number, to: number): Promise<Evidence> {
  // The longest round lasts five minutes: one that ends in the stretch started at most that long before it. The tick that decided a
  // moment may lie long before it, where an instrument is quiet.
  const [row] = await tx.query<{ moments: string[] | null; seqs: string[] | null }>(
    `with touched as materialized (
       select r.site_id, r.id, o.type, r.start_at, r.end_at, r.strike_tick, r.close_tick
       from round_option o join round r on r.site_id = o.site_id and r.option_id = o.id
       where o.instrument = $1 and r.start_at between $2::bigint - 300000 and $3::bigint + 600000),
     moment as (select start_at as at from touched union select end_at from touched),
     deciding as (
       select strike_tick->>'seq' as seq from touched union select close_tick->>'seq' from touched
       union
       select b.strike_tick->>'seq' from touched t join bet b on b.site_id = t.site_id and b.trade_round_id = t.id
       where t.type like 'B%')
     select (select array_agg(at order by at) from moment where at between $2 and $3) as moments,
            (select array_agg(seq) from deciding where seq is not null) as seqs`,
    [instrument, from, to],
  )
  return { moments: (row?.moments ?? []).map(Number), seqs: new Set((row?.seqs ?? []).map(Number)) }
}
