-- A price alert may wait for a move of so much within so many minutes instead of for a price.
alter table price_alert
  alter column price drop not null,
  -- In tenths of a percent.
  add column move_tenths int check (move_tenths between 5 and 500),
  add column move_minutes int check (move_minutes in (1, 5, 15, 60)),
  -- Only what moves from then on counts.
  add column armed_at bigint not null default 0,
  drop constraint price_alert_direction_check,
  add constraint price_alert_direction_check check (direction in ('ABOVE', 'BELOW', 'MOVE')),
  add constraint price_alert_waits_for check (
    (direction = 'MOVE') = (price is null)
    and (direction = 'MOVE') = (move_tenths is not null)
    and (direction = 'MOVE') = (move_minutes is not null));
drop index price_alert_once;
create unique index price_alert_once
  on price_alert (site_id, member_id, stock, direction, price, move_tenths, move_minutes) nulls not distinct where is_on;
