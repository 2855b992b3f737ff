-- Whether a price tick is small against what prices move in half a minute: binary options on others are a lottery of ticks.

-- The price at each half minute (domain clock), for a day and an hour.
create table price_sample (
  instrument text not null,
  at bigint not null check (at % 30000 = 0),
  price bigint not null check (price > 0), -- 10^-precision
  primary key (instrument, at)
);
grant select, insert, delete on price_sample to maru_core;

-- One row an instrument and day (domain clock), kept 90 days; the newest says how it is now.
create table tick_check (
  instrument text not null,
  at bigint not null,
  tick bigint not null check (tick > 0), -- 10^-precision, as the move
  median_move numeric not null check (median_move >= 0), -- of 30 s, absolute, over the last 24 h
  moves int not null check (moves > 0),
  is_fine boolean not null, -- the tick is at most 5 % of the move
  primary key (instrument, at)
);
grant select, insert, delete on tick_check to maru_core;
grant select on tick_check to maru_api;
