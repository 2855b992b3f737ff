-- What of a follower's profit is his trader's: settled at midnight, held for some days, then paid or returned.
alter table site_config add column trader_pay_days int not null default 7;

alter table copy_pair add column hwm bigint not null default 0;
alter table copy_pair alter column hwm drop default;
alter table copy_pair add column share_ppm int not null default 0;
alter table copy_pair alter column share_ppm drop default;
alter table copy_pair add column day bigint not null default 0;
alter table copy_pair alter column day drop default;

create table copy_share (
  site_id         bigint not null,
  id              bigint not null,
  trader_id       bigint not null,
  follower_id     bigint not null,
  day             bigint not null, -- 00:00 KST
  net             bigint not null,
  open_loss       bigint not null check (open_loss <= 0),
  hwm_before      bigint not null,
  hwm_after       bigint not null,
  rate_ppm        int not null,
  amount          bigint not null check (amount > 0),
  state           text not null check (state in ('HELD', 'PAID', 'REVERSED')),
  txn_id          bigint not null,
  reversed_txn_id bigint,
  at              bigint not null,
  decided_at      bigint,          -- wall clock
  primary key (site_id, id),
  check ((state = 'HELD') = (decided_at is null) and (state = 'REVERSED') = (reversed_txn_id is not null))
);
create index copy_share_follower on copy_share (site_id, follower_id, day);
create index copy_share_trader on copy_share (site_id, trader_id, day);
create index copy_share_held on copy_share (site_id, trader_id) where decided_at is null;
select maru_tenant('copy_share', 'select');

create table copy_payout (
  site_id   bigint not null,
  id        bigint not null,
  trader_id bigint not null,
  day       bigint not null,
  amount    bigint not null check (amount >= 0),
  pay_at    bigint not null, -- wall clock
  held_by   bigint,
  txn_id    bigint,
  dnw_id    bigint,
  paid_at   bigint,          -- wall clock
  primary key (site_id, id)
);
create index copy_payout_trader on copy_payout (site_id, trader_id, day);
-- One is open at a time.
create unique index copy_payout_open on copy_payout (site_id, trader_id, day) where paid_at is null;
select maru_tenant('copy_payout', 'select');

-- A share that is set aside counts against limits that a member sets himself, and one that comes back.
drop index posting_result;
create index posting_result on posting (site_id, member_id, coalesce(wall, at))
  where account = 'MEMBER' and reason in ('FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING', 'COPY_SHARE', 'COPY_SHARE_BACK');

-- What is no copy owes nothing, and most positions got nothing from others.
alter table trading_position alter column owed_close set default 0;
alter table trading_position alter column other_pnl set default 0;
