-- Sales to merchants count in a day as withdrawals do, also those of the day on which a house comes to this version: the sums of their sellers
-- are counted again from their rows.
with newest as (
  select site_id, ((max(created_at) + 32400000) / 86400000 + 1) * 86400000 - 32400000 as until from dnw group by site_id -- midnight in Korea
), seller as (
  select distinct s.site_id, s.member_id, n.until
    from dnw s join newest n on n.site_id = s.site_id
   where s.type = 'WS' and s.house_sub like 'p2p-%' and s.created_at >= n.until - 86400000
)
insert into money_day (site_id, member_id, day, kind, sum, until, closed_at)
  select s.site_id, s.member_id, to_char(to_timestamp(s.until / 1000 - 1) at time zone 'Asia/Seoul', 'YYYY-MM-DD'), k.kind,
         coalesce(sum(k.counted) filter (where k.kind <> 'WITHDRAW' or w.status not in ('REJECTED', 'CANCELED')), 0), s.until, null
    from seller s
    join dnw w on w.site_id = s.site_id and w.member_id = s.member_id and w.created_at >= s.until - 86400000
   cross join lateral (
      select 'WITHDRAW' as kind, w.won as counted where w.type in ('W', 'WS')
      union all select 'WITHDRAWALS', 1 where w.type in ('W', 'WS') and (w.cancelable_until is not null or w.house_sub like 'p2p-%')
      union all select 'WITHDRAW', o.won from p2p_order o where w.reason = 'P2P_LATE' and o.site_id = w.site_id and o.dnw_id = w.id) k
   group by s.site_id, s.member_id, s.until, k.kind
  on conflict (site_id, member_id, day, kind) do update set sum = excluded.sum;
