-- What a site asks of conversions and transfers; shares in millionths, amounts in KRW.
alter table money_config
  add column convert_spread_ppm int not null default 5000 check (convert_spread_ppm between 0 and 20000),
  add column convert_move_ppm int not null default 2000,
  add column convert_delay_ms bigint not null default 150,
  add column convert_wait_ms bigint not null default 1000,
  add column quote_ms bigint not null default 10000,
  add column price_max_age_ms bigint not null default 5000,
  add column sources_apart_ppm int not null default 10000,
  add column convert_min bigint not null default 5000 check (convert_min > 0),
  add column convert_day_max bigint not null default 100000000 check (convert_day_max > 0),
  add column convert_net_max bigint not null default 3000000000 check (convert_net_max > 0),
  add column transfer_day_max bigint not null default 5000000 check (transfer_day_max > 0);
