-- What the house publishes of itself each month: how orders were filled, what was voided and liquidated, when it was away.

-- One row a site, KST day (domain clock) and book; days that are over stay as they are.
create table statistic_day (
  site_id bigint not null,
  day date not null,
  book text collate "C" not null check (book in ('rounds', 'futures', 'oversea')),
  fills int not null, -- at the market and of members: neither resting orders nor liquidations
  better int not null, -- at a better price than the best one of the book
  worse int not null,
  better_ppb numeric not null, -- sums of the distance from the best price, in parts per billion of it
  worse_ppb numeric not null,
  liquidations int not null, -- positions that the house closed
  rounds int not null, -- that were decided
  voids jsonb not null, -- {reason: rounds}
  primary key (site_id, day, book)
);
select maru_tenant('statistic_day', 'select');

-- Up to which day a site's rows are final.
create table statistic_cursor (
  site_id bigint primary key,
  day date not null
);
select maru_tenant('statistic_cursor', 'select');

-- Times in which the house executed nothing: no batch was written, though one is due each second.
create table outage (
  site_group text not null,
  from_at bigint not null, -- domain clock, the last batch before
  until_at bigint not null check (until_at > from_at), -- the first one after
  primary key (site_group, from_at)
);
grant select, insert on outage to maru_core;
grant select on outage to maru_api;

-- Up to which time the batches were looked at.
create table outage_cursor (
  site_group text primary key,
  seen_at bigint not null
);
grant select, insert, update on outage_cursor to maru_core;
