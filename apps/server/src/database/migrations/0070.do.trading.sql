-- Margin trading: options, orders, positions and fills of both books (perpetual and overseas futures), and fundings.
-- Quantities are whole steps; prices are in ticks; money is in minor units of the book's currency.

create table futures_option (
  site_id bigint not null,
  id bigint not null,
  stock text not null,
  instrument text not null,
  ko_name text not null,
  precision int not null check (precision between 0 and 8),
  tick_units int not null check (tick_units > 0),
  qty_precision int not null check (qty_precision between 0 and 8),
  step_units bigint not null check (step_units > 0),
  min_qty bigint not null check (min_qty > 0),
  min_notional bigint not null check (min_notional >= 0),
  is_play boolean not null,
  is_stop boolean not null,
  maker_ppm int not null check (maker_ppm between 0 and 100000),
  taker_ppm int not null check (taker_ppm between 0 and 100000),
  liquidation_ppm int not null check (liquidation_ppm between 0 and 100000),
  price_band_ppm int not null check (price_band_ppm > 0),
  slip_ppm int not null check (slip_ppm > 0),
  close_slip_ppm int not null check (close_slip_ppm > 0),
  exec_delay_ms int not null check (exec_delay_ms >= 0),
  max_open_orders int not null check (max_open_orders > 0),
  max_funding int not null check (max_funding > 0),
  default_leverage int not null check (default_leverage > 0),
  brackets jsonb not null, -- amounts as strings: [{notionalCap, maxLeverage, mmrPpm, cum}]
  primary key (site_id, id)
);
select maru_tenant('futures_option', 'select');

create table futures_setting (
  site_id bigint not null,
  member_id bigint not null,
  option_id bigint not null,
  leverage int not null check (leverage > 0),
  margin_type text not null check (margin_type in ('CROSS', 'ISOLATED')),
  primary key (site_id, member_id, option_id)
);
select maru_tenant('futures_setting', 'select');

create table trading_order (
  site_id bigint not null,
  id bigint not null,
  book text not null check (book in ('futures', 'oversea')),
  option_id bigint not null,
  member_id bigint not null,
  side text not null check (side in ('LONG', 'SHORT')),
  market_type text not null,
  qty bigint check (qty > 0), -- null: the whole position
  price bigint,
  trigger_price bigint,
  trigger_kind text check (trigger_kind in ('last', 'mark')),
  trigger_direction text check (trigger_direction in ('rises', 'falls')),
  ticks int,
  is_reduce_only boolean not null,
  position_id bigint,
  take_profit bigint,
  stop_loss bigint,
  is_mark_tp boolean not null,
  is_mark_sl boolean not null,
  leverage int not null,
  margin_type text not null check (margin_type in ('CROSS', 'ISOLATED')),
  tolerance_ppm bigint,
  base_price bigint,
  execute_at bigint,
  expires_at bigint,
  status text not null check (status in ('NEW', 'PARTIALLY_FILLED', 'TRIGGERED', 'FILLED', 'CANCELED', 'REJECTED')),
  filled_qty bigint not null check (filled_qty >= 0),
  filled_quote bigint not null check (filled_quote >= 0),
  fee bigint not null,
  reason text,
  origin text not null check (origin in ('MEMBER', 'SYSTEM')),
  accepted_at bigint not null,
  triggered_at bigint,
  closed_at bigint,
  primary key (site_id, id)
) with (fillfactor = 60);
-- A start reads the open ones, a member's lists his own, newest first.
create index trading_order_open on trading_order (site_id, id) where closed_at is null;
create index trading_order_member on trading_order (site_id, member_id, id desc);
select maru_tenant('trading_order', 'select');

create table trading_position (
  site_id bigint not null,
  id bigint not null,
  book text not null check (book in ('futures', 'oversea')),
  option_id bigint not null,
  member_id bigint not null,
  side text not null check (side in ('LONG', 'SHORT')),
  qty bigint not null, -- signed, 0 once closed
  entry_quote bigint not null, -- signed as qty
  leverage int not null,
  margin_type text not null check (margin_type in ('CROSS', 'ISOLATED')),
  margin bigint not null check (margin >= 0),
  funding_index numeric not null,
  funding_fee bigint not null,
  fee bigint not null,
  realized_pnl bigint not null,
  max_qty bigint not null check (max_qty > 0),
  opened_quote bigint not null check (opened_quote >= 0),
  closed_qty bigint not null check (closed_qty >= 0),
  closed_quote bigint not null check (closed_quote >= 0),
  is_warned boolean not null,
  overnight text,
  opened_at bigint not null,
  closed_at bigint,
  close_reason text,
  primary key (site_id, id),
  check ((qty = 0) = (closed_at is not null))
) with (fillfactor = 60);
-- One net position a member and option.
create unique index trading_position_open on trading_position (site_id, member_id, book, option_id) where closed_at is null;
create index trading_position_member on trading_position (site_id, member_id, id desc);
select maru_tenant('trading_position', 'select');

-- Append-only: what was executed stays as it was executed.
create table trading_fill (
  site_id bigint not null,
  id bigint not null,
  book text not null check (book in ('futures', 'oversea')),
  order_id bigint not null,
  position_id bigint not null,
  option_id bigint not null,
  member_id bigint not null,
  side text not null check (side in ('LONG', 'SHORT')),
  market_type text not null,
  qty bigint not null check (qty > 0),
  quote bigint not null check (quote >= 0),
  fee bigint not null,
  realized_pnl bigint not null,
  is_close boolean not null,
  is_maker boolean not null,
  best bigint not null,
  mark bigint,
  book_u bigint not null,
  book_ts bigint not null,
  fx_rate bigint,
  trading_day text,
  at bigint not null,
  primary key (site_id, id)
);
create index trading_fill_member on trading_fill (site_id, member_id, id desc);
create index trading_fill_at on trading_fill using brin (at) with (pages_per_range = 32);
select maru_tenant('trading_fill', 'select');
revoke update, delete on trading_fill from maru_core;

-- Market data, shared by all sites; append-only.
create table funding (
  instrument text not null,
  at bigint not null,
  rate bigint not null,
  mark bigint not null,
  index numeric not null,
  primary key (instrument, at)
);
grant select, insert on funding to maru_core;
grant select on funding to maru_api;

-- A member's ledger rows of his futures wallet, newest first.
create index posting_futures on posting (site_id, member_id, id desc)
  where account = 'MEMBER' and wallet_type = 'FUTURES';
