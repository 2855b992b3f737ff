-- Overseas futures: contracts, the dollar's rate of each trading day, and what their positions have beyond those of perpetuals.
-- Dollars in 10^-4, the rate in 10^-2 won a dollar.

create table oversea_option (
  site_id bigint not null,
  id bigint not null,
  stock text not null,
  instrument text not null,
  ko_name text not null,
  precision int not null check (precision between 0 and 8),
  tick_units int not null check (tick_units > 0),
  is_play boolean not null,
  is_stop boolean not null,
  tick_value bigint not null check (tick_value > 0),
  margin bigint not null check (margin > 0),
  fee bigint not null check (fee >= 0),
  max_count int not null check (max_count > 0),
  lots_per_tick int not null check (lots_per_tick > 0),
  max_open_orders int not null check (max_open_orders > 0),
  exec_delay_ms int not null check (exec_delay_ms >= 0),
  price_band_ppm int not null check (price_band_ppm > 0),
  long_rate_ppm int not null,
  short_rate_ppm int not null,
  financing_fee_ppm int not null check (financing_fee_ppm >= 0),
  fix_lead_ms int not null check (fix_lead_ms >= 0),
  primary key (site_id, id)
);
select maru_tenant('oversea_option', 'select');

-- Market data, shared by all sites; append-only.
create table fixing (
  trading_day text primary key,
  rate int not null check (rate > 0),
  source text not null,
  source_ts bigint not null,
  at bigint not null
);
grant select, insert on fixing to maru_core;
grant select on fixing to maru_api;

-- Quotes of contracts are finer than a won, and a position may be added to and reduced all day.
alter table trading_position
  add column fx_rate bigint,
  add column trading_day text,
  alter column opened_quote type numeric,
  alter column closed_quote type numeric;

-- A member's results by trading day, and his ledger rows of overseas futures.
create index trading_fill_day on trading_fill (site_id, member_id, trading_day) where book = 'oversea';
