-- What of each bonus is in its wallet and not at stake, and of which bonuses a stake took: turnover pays a bonus's own money.
-- What is there of several is split in the proportion in which they were given.
alter table bonus_grant add column remainder bigint not null default 0 check (remainder >= 0);
update bonus_grant g set remainder = trunc(s.free * s.upto / s.total) - trunc(s.free * (s.upto - s.point) / s.total)
  from (select o.site_id, o.id, o.point::numeric as point, (w.posted - w.reserved)::numeric as free,
               sum(o.point) over (partition by o.site_id, o.member_id order by o.id) as upto,
               sum(o.point) over (partition by o.site_id, o.member_id) as total
          from bonus_grant o
          join wallet w on w.site_id = o.site_id and w.member_id = o.member_id and w.type = 'BONUS'
         where o.closed_at is null) s
 where g.site_id = s.site_id and g.id = s.id;
alter table bonus_grant alter column remainder drop default;
alter table bet add column bonus_parts jsonb not null default '[]';
update bet b set bonus_parts = jsonb_build_array(jsonb_build_object('grantId', coalesce(
    (select min(id) from bonus_grant g where g.site_id = b.site_id and g.member_id = b.member_id and g.closed_at is null), 0),
    'point', b.bonus_point::text))
 where b.bonus_point > 0 and b.settled_at is null;
