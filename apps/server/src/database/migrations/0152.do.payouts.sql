-- A hold of a cause may begin anew after one that ended.
alter table member_hold add column id bigint;
update member_hold h set id = n.place
  from (select site_id, member_id, cause, row_number() over (order by site_id, member_id, cause) as place from member_hold) n
  where (n.site_id, n.member_id, n.cause) = (h.site_id, h.member_id, h.cause);
alter table member_hold alter column id set not null, drop constraint member_hold_pkey, add primary key (site_id, id);

-- Money that leaves by a provider, money that came without a request that it fits, and coins on their way in.

create table payout (
  site_id bigint not null,
  id bigint not null,
  dnw_id bigint not null,
  member_id bigint not null,
  wallet_type text not null,
  provider text not null,
  house_account text not null,
  house_sub text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'CONFIRMED', 'FAILED')),
  provider_ref text not null,
  detail text not null,
  created_at bigint not null,
  closed_at bigint,
  primary key (site_id, id),
  check ((closed_at is not null) = (state in ('CONFIRMED', 'FAILED')))
);
create index payout_open on payout (site_id, id) where closed_at is null;
create unique index payout_dnw on payout (site_id, dnw_id);
select maru_tenant('payout', 'select');

create table suspense (
  site_id bigint not null,
  id bigint not null,
  cause text not null check (cause in ('REFERENCE', 'LATE', 'AMOUNT', 'PAYER', 'CURRENCY', 'RETURNED', 'LIMIT', 'OWNER')),
  provider text not null,
  provider_ref text not null,
  reference text not null,
  payer text not null,
  member_id bigint,
  currency text not null,
  amount bigint not null check (amount > 0),
  house_account text not null,
  house_sub text not null,
  created_at bigint not null,
  state text not null check (state in ('OPEN', 'ASSIGNED', 'RETURNED')),
  closed_at bigint check ((closed_at is null) = (state = 'OPEN')),
  dnw_id bigint,
  note text not null,
  primary key (site_id, id)
);
create index suspense_open on suspense (site_id, id) where closed_at is null;
select maru_tenant('suspense', 'select');

create table coin_arrival (
  site_id bigint not null,
  network text not null,
  txid text not null,
  output bigint not null,
  coin text not null,
  amount bigint not null check (amount > 0),
  member_id bigint,
  wallet_type text not null,
  confirmations int not null,
  needed int not null check (needed > 0),
  state text not null check (state in ('SEEN', 'CREDITED', 'FINAL', 'REORGED', 'SUSPENDED')),
  dnw_id bigint,
  created_at bigint not null,
  closed_at bigint check ((closed_at is null) = (state in ('SEEN', 'CREDITED'))),
  primary key (site_id, network, txid, output)
);
create index coin_arrival_open on coin_arrival (site_id) where closed_at is null;
select maru_tenant('coin_arrival', 'select');
