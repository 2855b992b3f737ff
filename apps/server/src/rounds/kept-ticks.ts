import type { Evidence } from '../market/index.ts'
import type { Tx } from '../ports.ts'

/**
 * What the rounds of all sites need of an instrument's ticks between `from` and `to`: the moments at which rounds started or ended
 * (also later ones, whose deciding tick lies before `to`), and the ticks that decided a round or struck a bet of one.
 */
export async function roundEvidence(tx: Tx, instrument: string, from: number, to: number): Promise<Evidence> {
  // The longest round lasts five minutes: one that ends in the stretch started at most that long before it. The tick that decided a
  // moment may lie long before it, where an instrument is quiet.
  const [row] = await tx.query<{ moments: { at: number; decidedBy: number | null }[] | null; seqs: string[] | null }>(
    `with touched as materialized (
       select r.site_id, r.id, o.type, r.start_at, r.end_at, r.strike_tick, r.close_tick
       from round_option o join round r on r.site_id = o.site_id and r.option_id = o.id
       where o.instrument = $1 and r.start_at between $2::bigint - 300000 and $3::bigint + 600000),
     decided as (select start_at as at, strike_tick as tick from touched union all select end_at, close_tick from touched),
     moment as (
       select at, min(least((tick->>'sourceTs')::bigint, (tick->>'recvTs')::bigint)) as decided_by from decided group by at),
     deciding as (
       select strike_tick->>'seq' as seq from touched union select close_tick->>'seq' from touched
       union
       select b.strike_tick->>'seq' from touched t join bet b on b.site_id = t.site_id and b.trade_round_id = t.id
       where t.type like 'B%')
     select (select json_agg(json_build_object('at', at, 'decidedBy', decided_by) order by at) from moment
              where at >= $2 and least(at, decided_by) <= $3) as moments,
            (select array_agg(seq) from deciding where seq is not null) as seqs`,
    [instrument, from, to],
  )
  return { moments: row?.moments ?? [], seqs: new Set((row?.seqs ?? []).map(Number)) }
}
