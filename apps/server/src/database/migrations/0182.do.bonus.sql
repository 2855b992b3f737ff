-- Bonus money with its turnover, and coupons.
alter table money_config
  add column bonus_multiple int not null default 30 check (bonus_multiple >= 0),
  add column bonus_cap_times int not null default 10 check (bonus_cap_times > 0),
  add column bonus_life_ms bigint not null default 2592000000 check (bonus_life_ms > 0),
  add column bonus_net_ms bigint not null default 600000 check (bonus_net_ms >= 0),
  add column bonus_fee_times int not null default 250 check (bonus_fee_times >= 0);

-- The part of a stake that was bonus money.
alter table bet add column bonus_point bigint not null default 0 check (bonus_point between 0 and point);

create table bonus_grant (
  site_id bigint not null,
  id bigint not null,
  member_id bigint not null,
  coupon_id bigint,
  point bigint not null check (point > 0),
  required bigint not null check (required >= 0),
  done bigint not null check (done between 0 and required),
  cap bigint not null check (cap > 0),
  converted bigint not null check (converted between 0 and cap),
  state text not null check (state in ('OPEN', 'CONVERTED', 'EXPIRED', 'FORFEITED', 'SPENT')),
  granted_at bigint not null,
  expires_at bigint not null,
  closed_at bigint,
  primary key (site_id, id),
  check ((state = 'OPEN') = (closed_at is null))
) with (fillfactor = 60);
create index bonus_grant_open on bonus_grant (site_id, id) where closed_at is null;
create index bonus_grant_member on bonus_grant (site_id, member_id, id desc);
select maru_tenant('bonus_grant', 'select');

-- Decided stakes and closed trades that do not count yet: what stands against them in the next minutes takes from them.
create table turnover (
  site_id bigint not null,
  id bigint not null,
  member_id bigint not null,
  underlying text not null,
  is_up boolean not null,
  amount bigint not null check (amount > 0),
  net bigint not null check (net between 0 and amount),
  at bigint not null, -- domain clock
  wall bigint not null,
  due_at bigint not null, -- domain clock
  closed_at bigint,
  primary key (site_id, id)
) with (fillfactor = 60);
create index turnover_open on turnover (site_id, id) where closed_at is null;
select maru_tenant('turnover', 'select');

create table coupon (
  site_id bigint not null,
  id bigint not null,
  code text not null check (code ~ '^[A-Z0-9-]{2,40}$'),
  title text not null,
  point bigint not null check (point > 0),
  multiple int not null check (multiple >= 0),
  cap bigint not null check (cap > 0),
  life_ms bigint not null check (life_ms > 0),
  starts_at bigint not null,
  ends_at bigint not null check (ends_at > starts_at),
  max_uses int not null check (max_uses > 0),
  uses int not null check (uses between 0 and max_uses),
  is_first_deposit boolean not null,
  audience jsonb not null,
  created_by bigint not null,
  approved_by bigint not null check (approved_by <> created_by),
  created_at bigint not null,
  closed_at bigint,
  is_revoked boolean not null,
  primary key (site_id, id),
  unique (site_id, code)
) with (fillfactor = 60);
select maru_tenant('coupon', 'select');

create table coupon_use (
  site_id bigint not null,
  coupon_id bigint not null,
  member_id bigint not null,
  grant_id bigint not null,
  at bigint not null,
  closed_at bigint,
  primary key (site_id, coupon_id, member_id)
);
create index coupon_use_open on coupon_use (site_id, coupon_id) where closed_at is null;
select maru_tenant('coupon_use', 'select');

alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (
  kind in ('SUSPENSE_ASSIGN', 'SUSPENSE_RETURN', 'UNFREEZE', 'BONUS_GRANT', 'BONUS_DEDUCT', 'COUPON_CREATE'));
