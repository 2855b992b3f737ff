-- Money in and out: requests of members, what bars them from leaving, and the numbers of a site.

-- What a site asks of requests. Without a row the numbers of the rules hold.
create table money_config (
  site_id bigint primary key,
  deposit_min bigint not null check (deposit_min > 0),
  deposit_unit bigint not null check (deposit_unit > 0),
  deposit_expiry_ms bigint not null check (deposit_expiry_ms > 0),
  withdraw_min bigint not null check (withdraw_min > 0),
  withdraw_unit bigint not null check (withdraw_unit > 0),
  withdraw_fee bigint not null check (withdraw_fee between 0 and withdraw_min - 1),
  withdraw_day_max bigint not null check (withdraw_day_max > 0),
  cancel_window_ms bigint not null check (cancel_window_ms >= 0),
  first_hold_ms bigint not null check (first_hold_ms >= 0),
  hold_ms bigint not null check (hold_ms >= 0),
  change_hold_ms bigint not null check (change_hold_ms >= 0),
  four_eyes_from bigint not null check (four_eyes_from > 0),
  travel_rule_from bigint not null check (travel_rule_from > 0),
  approval_ms bigint not null check (approval_ms > 0),
  is_withdraw_paused boolean not null,
  coins jsonb not null
);
select maru_tenant('money_config', 'select');

-- One row a request, or a leg of a movement.
create table dnw (
  site_id bigint not null,
  id bigint not null,
  member_id bigint not null,
  type text not null check (type in ('B', 'D', 'W', 'WB', 'WS', 'TI', 'CI', 'TO', 'CO', 'E', 'C', 'PB', 'PM')),
  status text not null check (status in ('REQUESTED', 'REVIEW', 'APPROVED', 'COMPLETED', 'REJECTED', 'CANCELED')),
  wallet_type text not null,
  currency text not null,
  point bigint not null check (point > 0),
  fee bigint not null check (fee >= 0),
  rate text,
  won bigint not null check (won >= 0),
  account_id bigint,
  account text not null,
  counterparty text not null,
  house_account text not null,
  house_sub text not null,
  reason text not null,
  flags jsonb not null,
  created_at bigint not null,
  processed_at bigint,
  steps jsonb not null,
  cancelable_until bigint,
  expires_at bigint,
  hold_until bigint,
  txn_id bigint,
  pair_id bigint,
  taken_by bigint,
  approvals jsonb not null,
  rev int not null,
  primary key (site_id, id),
  check ((processed_at is not null) = (status in ('COMPLETED', 'REJECTED', 'CANCELED')))
) with (fillfactor = 60);
create index dnw_member on dnw (site_id, member_id, id desc);
create index dnw_open on dnw (site_id, id) where processed_at is null;
select maru_tenant('dnw', 'select');

-- Money of a deposit that may not leave yet; it follows conversions and own transfers.
create table deposit_lock (
  site_id bigint not null,
  id bigint not null,
  member_id bigint not null,
  wallet_type text not null,
  dnw_id bigint not null,
  amount bigint not null check (amount >= 0),
  until bigint not null,
  closed_at bigint,
  primary key (site_id, id)
);
create index deposit_lock_open on deposit_lock (site_id, id) where closed_at is null;
select maru_tenant('deposit_lock', 'select');

-- Until when nothing of a member leaves, after a change of what he is known by.
create table member_hold (
  site_id bigint not null,
  member_id bigint not null,
  cause text not null check (cause in ('FIRST_DEPOSIT', 'PASSWORD', 'OTP', 'ACCOUNT', 'PHONE')),
  until bigint not null,
  closed_at bigint,
  primary key (site_id, member_id, cause)
);
select maru_tenant('member_hold', 'select');

-- What counts against a limit of a day (KST, wall clock), in KRW.
create table money_day (
  site_id bigint not null,
  member_id bigint not null,
  day text not null,
  kind text not null,
  sum bigint not null check (sum >= 0),
  until bigint not null,
  closed_at bigint,
  primary key (site_id, member_id, day, kind)
);
create index money_day_open on money_day (site_id, member_id) where closed_at is null;
select maru_tenant('money_day', 'select');

-- What is known of a member for good as far as his money goes.
create table member_money (
  site_id bigint not null,
  member_id bigint not null,
  first_deposit_at bigint,
  frozen_at bigint,
  frozen_why text,
  primary key (site_id, member_id),
  check ((frozen_at is null) = (frozen_why is null))
);
select maru_tenant('member_money', 'select');

alter table config_change drop constraint config_change_scope_check,
  add constraint config_change_scope_check check (scope in ('site', 'money', 'round', 'futures', 'oversea')),
  drop constraint config_change_check,
  add constraint config_change_of_option check ((scope in ('site', 'money')) = (option_id is null));
