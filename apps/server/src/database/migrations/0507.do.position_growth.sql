-- When a position's quantity changed last; of those that are there by their newest execution.
alter table trading_position add column changed_at bigint;
update trading_position p set changed_at = f.newest
  from (select site_id, position_id, max(at) as newest from trading_fill group by 1, 2) f
 where f.site_id = p.site_id and f.position_id = p.id;
update trading_position set changed_at = opened_at where changed_at is null;
alter table trading_position alter column changed_at set not null;
-- What a perpetual lately grew by, as [{at, qty}], the oldest first: it does not receive of a funding that comes too soon after.
alter table trading_position add column growth jsonb;
