-- Lots: 0 is what a member trades himself, any other a copy. What was there before is his own.
alter table trading_order add column lot bigint not null default 0 check (lot >= 0);
alter table trading_position add column lot bigint not null default 0 check (lot >= 0);
alter table trading_fill add column lot bigint not null default 0 check (lot >= 0);

-- One net position a member, option and lot.
create unique index trading_position_lot on trading_position (site_id, member_id, book, option_id, lot) where closed_at is null;
drop index trading_position_open;
alter index trading_position_lot rename to trading_position_open;
