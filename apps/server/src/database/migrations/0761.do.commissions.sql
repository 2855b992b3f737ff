-- Commissions of partners. The core writes what is owed; a job writes from what it follows.
create table commission_close (
  site_id bigint not null,
  week    bigint not null, -- Monday 00:00 KST
  digest  text not null,
  sum     bigint not null check (sum >= 0),
  lines   int not null,
  at      bigint not null,
  primary key (site_id, week)
);
select maru_tenant('commission_close', 'select');
revoke update, delete on commission_close from maru_core;

create table commission_payable (
  site_id    bigint not null,
  week       bigint not null,
  partner_id bigint not null,
  member_id  bigint not null,
  amount     bigint not null check (amount > 0),
  state      text not null check (state in ('WAITING', 'HELD', 'PAID', 'REJECTED')),
  held_by    bigint,
  txn_id     bigint,
  dnw_id     bigint,
  decided_at bigint,
  version    int not null,
  primary key (site_id, week, partner_id),
  check ((decided_at is not null) = (state in ('PAID', 'REJECTED')))
);
create index commission_payable_open on commission_payable (site_id, partner_id) where decided_at is null;
select maru_tenant('commission_payable', 'select');

-- What a USDT was worth at the end of a day in Korea: won and eight decimals.
create table commission_rate (
  site_id bigint not null,
  day     bigint not null, -- 00:00 KST
  rate    bigint not null check (rate > 0),
  at      bigint not null, -- of the price, domain time
  primary key (site_id, day)
);
select maru_tenant('commission_rate', 'select');

-- The risk groups that counted at the close.
create table commission_group (
  site_id   bigint not null,
  week      bigint not null,
  member_id bigint not null,
  group_id  bigint not null,
  primary key (site_id, week, member_id)
);
select maru_tenant('commission_group', 'select');
revoke update, delete on commission_group from maru_core;

-- What a member brought on a day.
create table commission_base (
  site_id     bigint not null,
  week        bigint not null,
  day         bigint not null,
  member_id   bigint not null,
  partner_id  bigint not null,
  fee         bigint not null check (fee >= 0),     -- KRW
  fee_usdt    bigint not null check (fee_usdt >= 0), -- the part that was paid in USDT
  roll        bigint not null check (roll >= 0),    -- stakes in cash, less what stood opposite
  opposed     bigint not null check (opposed >= 0), -- stakes that stood opposite within his risk group
  bonus_stake bigint not null check (bonus_stake >= 0),
  voids       int not null check (voids >= 0),
  primary key (site_id, week, day, member_id)
);
create index commission_base_partner on commission_base (site_id, week, partner_id);
select maru_tenant('commission_base', 'select');
revoke update, delete on commission_base from maru_core;

create table commission_line (
  site_id        bigint not null,
  week           bigint not null,
  partner_id     bigint not null,
  branch_id      bigint not null, -- the partner right below, or 0: his own members
  type           text not null check (type in ('FEE', 'ROLL')),
  base           bigint not null check (base >= 0),
  own_ppm        int not null,
  child_ppm      int not null check (child_ppm between 0 and own_ppm),
  amount         bigint not null check (amount >= 0),
  member_count   int not null,
  left_out_count int not null,
  left_out_base  bigint not null,
  primary key (site_id, week, partner_id, branch_id, type)
);
select maru_tenant('commission_line', 'select');
revoke update, delete on commission_line from maru_core;

alter table site_config add column partner_close_minute int not null default 30;
