-- How far a price may lie from the one before without being held (parts per million), and how far a market order on a contract may fill
-- from the price that it was taken at.
alter table futures_option add column jump_ppm int not null default 30000 check (jump_ppm between 0 and 500000);
alter table futures_option alter column jump_ppm drop default;
alter table oversea_option
  add column slip_ppm int not null default 10000 check (slip_ppm between 1 and 999999),
  add column close_slip_ppm int not null default 50000 check (close_slip_ppm between 1 and 999999),
  add column jump_ppm int not null default 10000 check (jump_ppm between 0 and 500000);
alter table oversea_option
  alter column slip_ppm drop default, alter column close_slip_ppm drop default, alter column jump_ppm drop default;

-- Prices of instruments that did not count at once. Market data of a group of sites; append-only.
create table held_price (
  site_group text not null,
  id bigint not null,
  instrument text not null,
  stream text not null check (stream in ('depth', 'mark', 'last')),
  accepted bigint, -- the last price that counted; null: after a gap
  price bigint not null,
  held_at bigint not null, -- domain clock
  ended_at bigint not null,
  ending text not null check (ending in ('CONFIRMED', 'FALSE', 'EXPIRED')),
  primary key (site_group, id)
);
create index held_price_at on held_price (site_group, held_at desc, id desc);
grant select, insert on held_price to maru_core;
grant select on held_price to maru_api;
