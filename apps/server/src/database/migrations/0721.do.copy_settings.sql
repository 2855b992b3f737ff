-- What traders and those who follow them are bounded by, for each site; and an emergency stop of all that opens by copying.
alter table site_config
  add column is_copy_on boolean not null default false,
  add column copy_slip_ppm int not null default 5000,
  add column copy_late_ms int not null default 5000,
  add column copy_cap_notional bigint not null default 2000000000000000,
  add column copy_skips_to_pause int not null default 20,
  add column copy_least_bet bigint not null default 1000000000,
  add column copy_most_bet bigint not null default 100000000000000,
  add column copy_most_ratio int not null default 500,
  add column trader_min_days int not null default 60,
  add column trader_min_equity bigint not null default 10000000000,
  add column trader_share_cap_ppm int not null default 200000,
  add column trader_lots_option int not null default 50,
  add column trader_lots int not null default 100,
  add column trader_gap_ms int not null default 1000,
  add column trader_orders_an_hour int not null default 60,
  add column trader_quota_low int not null default 100,
  add column trader_quota_middle int not null default 300,
  add column trader_quota_high int not null default 500;

alter table stop drop constraint stop_line_check;
alter table stop add constraint stop_line_check check (line in ('ROUND', 'FUTURES', 'OVERSEA', 'COPY'));
