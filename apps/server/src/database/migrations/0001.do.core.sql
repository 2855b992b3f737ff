-- Roles, tenancy, ids, and the tables that only the journal writes.
-- Times are epoch milliseconds on the domain clock; money is in minor units; prices are in ticks.

do $$
begin
  if not exists (select from pg_roles where rolname = 'maru_core') then create role maru_core nologin; end if;
  if not exists (select from pg_roles where rolname = 'maru_api') then create role maru_api nologin; end if;
exception
  -- Another database of the same cluster made them in this moment: roles belong to the cluster.
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to maru_core, maru_api;

-- Makes a table a tenant's: maru_api sees and writes the rows of the site that its transaction named, and none without one;
-- maru_core sees all. The owner of the table is bound too (FORCE), so that no query goes round the policy by accident.
create function maru_tenant(table_name text, api_may text default 'select, insert, update, delete') returns void
language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy tenant on %I to maru_api using (site_id = nullif(current_setting(''maru.site_id'', true), '''')::bigint)',
    table_name);
  execute format('create policy core on %I to maru_core using (true)', table_name);
  execute format('grant select, insert, update, delete on %I to maru_core', table_name);
  execute format('grant %s on %I to maru_api', api_may, table_name);
end
$$;

-- One call hands out a block of 10,000 ids: its result and the 9,999 that follow. Below 100,000: ids that seeds name.
create sequence maru_id as bigint start with 100000 increment by 10000 minvalue 100000 maxvalue 9007199254730000;
grant usage on sequence maru_id to maru_core;

-- ---- who may write: the newest epoch ----

create table core_lease (
  name text primary key,
  epoch bigint not null,
  seq bigint not null default 0, -- the newest batch of this epoch
  holder text not null,
  taken_at timestamptz not null default now()
) with (fillfactor = 50);

-- One row a committed batch; an ambiguous COMMIT is settled by looking it up.
create table journal_batch (
  epoch bigint not null,
  seq bigint not null,
  at bigint not null,
  commands int not null,
  row_effects int not null,
  primary key (epoch, seq)
);
grant select, insert, update, delete on core_lease, journal_batch to maru_core;

-- The first statement of every batch. It fails unless the epoch is the newest and the batch before this one is in the database; it
-- locks the lease until the transaction ends, so that a newer epoch is taken before the batch or after it, never within.
create function maru_next_batch(lease text, expected_epoch bigint, next_seq bigint) returns void
language plpgsql as $$
begin
  update core_lease set seq = next_seq where name = lease and epoch = expected_epoch and seq = next_seq - 1;
  if not found then
    raise exception 'batch % of epoch % does not follow the newest batch of lease %', next_seq, expected_epoch, lease
      using errcode = 'MR001';
  end if;
end
$$;

-- ---- configuration of the core ----

create table site_config (
  site_id bigint primary key,
  max_day_exposure bigint not null check (max_day_exposure > 0),
  binary_currency text not null
);
select maru_tenant('site_config', 'select');

create table round_option (
  site_id bigint not null,
  id bigint not null,
  stock text not null,
  instrument text not null,
  ko_name text not null,
  type text not null,
  precision int not null check (precision between 0 and 12),
  currency text not null,
  is_play boolean not null,
  is_stop boolean not null,
  payout_rate_bp int not null check (payout_rate_bp between 15000 and 19800),
  min_point bigint not null check (min_point > 0),
  max_point bigint not null check (max_point >= min_point),
  unit bigint not null check (unit > 0),
  max_round_point bigint not null,
  max_bets int not null,
  min_interval_ms int not null,
  strike_delay_ms int not null,
  max_exposure bigint not null,
  primary key (site_id, id)
);
select maru_tenant('round_option', 'select');

-- ---- money ----

-- Updated in place by every bet: room on each page keeps the updates off the index.
create table wallet (
  site_id bigint not null,
  member_id bigint not null,
  type text not null,
  currency text not null,
  posted bigint not null check (posted >= 0),
  reserved bigint not null check (reserved >= 0),
  primary key (site_id, member_id, type, currency)
) with (fillfactor = 50);
select maru_tenant('wallet', 'select');

create table house_account (
  site_id bigint not null,
  account text not null,
  currency text not null,
  balance bigint not null,
  primary key (site_id, account, currency)
) with (fillfactor = 50);
select maru_tenant('house_account', 'select');

-- Append-only. Credits are positive; the postings of one txn_id sum to zero per currency.
create table posting (
  site_id bigint not null,
  id bigint not null,
  txn_id bigint not null,
  account text not null,
  member_id bigint,
  wallet_type text,
  currency text not null,
  amount bigint not null check (amount <> 0),
  reason text not null,
  ref_id bigint,
  at bigint not null,
  primary key (site_id, id)
);
create index posting_at on posting using brin (at) with (pages_per_range = 32);
select maru_tenant('posting', 'select');
revoke update, delete on posting from maru_core;

-- ---- timed rounds ----

create table round (
  site_id bigint not null,
  id bigint not null,
  option_id bigint not null,
  round_no int not null,
  open_at bigint not null,
  lock_at bigint not null,
  start_at bigint not null,
  end_at bigint not null,
  phase text not null,
  payout_rate_bp int not null,
  rule_version text not null,
  status smallint not null check (status between 0 and 3),
  void_reason text,
  strike_tick jsonb,
  close_tick jsonb,
  buy_point bigint not null,
  sell_point bigint not null,
  bet_count int not null,
  bet_root text,
  feed_states jsonb not null,
  decided_at bigint,
  settled_at bigint,
  primary key (site_id, id)
) with (fillfactor = 50);
create unique index round_option_start on round (site_id, option_id, start_at desc);
create index round_unsettled on round (site_id, id) where settled_at is null;
select maru_tenant('round', 'select');

-- No index names a column that striking or settling changes: those updates stay on their page.
create table bet (
  site_id bigint not null,
  id bigint not null,
  trade_round_id bigint not null,
  option_id bigint not null,
  member_id bigint not null,
  side text not null check (side in ('B', 'S')),
  point bigint not null check (point > 0),
  payout_rate_bp int not null,
  accepted_at bigint not null,
  leaf_index int not null,
  salt text not null,
  status smallint not null check (status between 0 and 3),
  strike_price bigint,
  strike_tick jsonb,
  close_price bigint,
  profit bigint not null,
  void_reason text,
  settled_at bigint,
  primary key (site_id, id)
) with (fillfactor = 60);
create unique index bet_round_leaf on bet (site_id, trade_round_id, leaf_index);
create index bet_member on bet (site_id, member_id, id desc);
select maru_tenant('bet', 'select');

-- ---- replies, limits, members ----

create table stored_reply (
  site_id bigint not null,
  member_id bigint not null,
  key uuid not null,
  route text not null,
  body_hash text not null,
  status int not null,
  body json not null, -- json, not jsonb: repeated as it was said
  at bigint not null,
  primary key (site_id, member_id, key)
);
create index stored_reply_at on stored_reply using brin (at) with (pages_per_range = 32);
select maru_tenant('stored_reply', 'select');

create table member_limit (
  site_id bigint not null,
  member_id bigint not null,
  kind text not null check (kind in ('LOSS', 'STAKE')),
  "window" text not null check ("window" in ('24h', '7d', '30d')),
  currency text not null,
  amount bigint,
  pending_amount bigint,
  pending_from bigint,
  primary key (site_id, member_id, kind, "window", currency)
);
select maru_tenant('member_limit', 'select');

create table member_state (
  site_id bigint not null,
  member_id bigint not null,
  status text not null check (status in ('ACTIVE', 'DENY')),
  cool_off_until bigint,
  primary key (site_id, member_id)
);
select maru_tenant('member_state', 'select');
