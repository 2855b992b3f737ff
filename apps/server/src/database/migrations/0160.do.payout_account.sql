-- Where a member's money may leave to: bank accounts and addresses. One that was deleted stays, for requests name it.
create table payout_account (
  site_id     bigint not null references site (id),
  id          bigint not null,
  member_id   bigint not null,
  kind        text not null check (kind in ('BANK', 'ADDRESS')),
  bank_code   text,
  coin        text,
  network     text,
  -- the number or address (AES-256-GCM); the keyed hash finds the same one of other members
  sealed      bytea not null,
  tag_sealed  bytea,
  lookup_hash bytea not null,
  -- the last four characters, as they are shown
  tail        text not null,
  holder      text not null,
  is_verified boolean not null,
  hold_until  bigint,
  created_at  bigint not null,
  deleted_at  bigint,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id),
  check ((kind = 'BANK') = (bank_code is not null) and (kind = 'ADDRESS') = (coin is not null and network is not null))
);
create unique index payout_account_member on payout_account (site_id, member_id, lookup_hash) where deleted_at is null;
create index payout_account_shared on payout_account (site_id, lookup_hash);
select maru_tenant('payout_account', 'select, insert, update');

-- Where a member's coins arrive. An address is nobody else's ever after, a temporary one neither.
create table deposit_address (
  site_id    bigint not null references site (id),
  id         bigint not null,
  member_id  bigint not null,
  coin       text not null,
  network    text not null,
  address    text not null,
  tag        text not null default '',
  expires_at bigint,
  created_at bigint not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id),
  constraint deposit_address_once unique (site_id, network, address, tag)
);
create unique index deposit_address_member on deposit_address (site_id, member_id, coin, network) where expires_at is null;
create index deposit_address_temporary on deposit_address (site_id, member_id, coin, network, expires_at)
  where expires_at is not null;
select maru_tenant('deposit_address', 'select, insert');

-- {exclude: [[from, to], …], only: [code, …]}: banks that a site leaves out, by ids; or the only ones that it offers.
alter table site add column bank_filter jsonb not null default '{}';
