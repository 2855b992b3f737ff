-- What providers say of the house's accounts with them, and the house's own movements there: the one is held against the other.

create table statement_day (
  site_id   bigint not null,
  provider  text collate "C" not null,
  currency  text not null,
  day       date not null, -- KST
  opening   bigint not null, -- minor units
  closing   bigint not null,
  is_final  boolean not null, -- no line is added any more
  read_at   bigint not null, -- wall clock
  primary key (site_id, provider, currency, day)
);
select maru_tenant('statement_day', 'select');

create table statement_line (
  site_id      bigint not null,
  provider     text collate "C" not null,
  currency     text not null,
  kind         text not null check (kind in ('deposit', 'payout', 'return', 'fee', 'transfer')),
  provider_ref text collate "C" not null,
  reference    text collate "C", -- the house's own name for it
  amount       bigint not null, -- signed, before the fee
  fee          bigint not null,
  at           bigint not null,
  value_date   date not null,
  day          date not null,
  seen_at      bigint not null, -- wall clock
  txn_id       bigint, -- the transaction that it shows; 0: none, it is undone by another line or a fee
  is_late      boolean not null default false, -- nothing fits it for longer than its provider's lines are in transit
  gone_at      bigint, -- a later statement of its day has it no more
  primary key (site_id, provider, currency, kind, provider_ref)
);
create index statement_line_open on statement_line (site_id) where txn_id is null;
create index statement_line_day on statement_line (site_id, provider, currency, day);
select maru_tenant('statement_line', 'select');

-- Postings to accounts that a provider keeps, as the provider sees them: what comes to the house is above zero.
create table house_movement (
  site_id    bigint not null,
  posting_id bigint not null,
  txn_id     bigint not null,
  provider   text collate "C" not null,
  sub        text not null,
  currency   text not null,
  amount     bigint not null,
  reason     text not null,
  ref_id     bigint,
  names      text[] not null, -- how a line may name it
  seen_at    bigint not null, -- wall clock
  is_shown   boolean not null, -- a line shows it; fees are shown by the line that they were taken with
  is_late    boolean not null default false,
  primary key (site_id, posting_id)
);
create index house_movement_open on house_movement (site_id) where not is_shown;
create index house_movement_ref on house_movement (site_id, ref_id);
select maru_tenant('house_movement', 'select');

-- Up to which posting a site's movements were taken over.
create table movement_cursor (
  site_id    bigint primary key,
  posting_id bigint not null
);
select maru_tenant('movement_cursor', 'select');
