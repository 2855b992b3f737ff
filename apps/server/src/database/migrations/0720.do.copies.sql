-- Copies of a trader's lots: positions of his followers, filled without an order. The core writes all of it.
alter table trading_fill alter column order_id drop not null;
alter table trading_fill add column fan_out_id bigint;
alter table trading_fill add check (order_id is not null or fan_out_id is not null) not valid;
create index trading_fill_fan_out on trading_fill (site_id, fan_out_id) where fan_out_id is not null;

alter table trading_position add column follow_id bigint;
alter table trading_position add column lead_lot bigint;
alter table trading_position add column owed_close bigint not null default 0;
alter table trading_position alter column owed_close drop default;
alter table trading_position add column owed_by bigint;
create index trading_position_follow on trading_position (site_id, follow_id) where follow_id is not null;
create index trading_position_lead on trading_position (site_id, lead_lot) where lead_lot is not null and closed_at is null;

create table copy_trader (
  site_id    bigint not null,
  member_id  bigint not null,
  state      text not null check (state in ('PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED', 'ENDED')),
  is_active  boolean not null,
  is_hide    boolean not null,
  share_ppm  int not null check (share_ppm between 0 and 200000),
  applied_at bigint not null, -- wall clock
  decided_at bigint,          -- wall clock
  decided_by bigint,
  cut_id     bigint,
  cut_reason text,
  slots      int not null,
  leads      jsonb not null,
  version    int not null,
  primary key (site_id, member_id),
  check ((cut_id is null) = (cut_reason is null))
);
select maru_tenant('copy_trader', 'select');

create table copy_follow (
  site_id      bigint not null,
  id           bigint not null,
  trader_id    bigint not null,
  member_id    bigint not null,
  slot         int not null,
  known        jsonb not null,
  option_ids   jsonb not null,
  multiply_per int not null check (multiply_per between 0 and 500),
  one_max_bet  bigint not null,
  max_bet      bigint not null,
  max_leverage int,
  slip_ppm     int not null,
  share_ppm    int not null,
  paused_by    text,
  skips        int not null,
  quit         jsonb not null,
  ahead        bigint,
  started_at   bigint not null,
  end_id       bigint,
  ended_at     bigint,
  end_reason   text,
  done_at      bigint,
  primary key (site_id, id),
  check (one_max_bet >= 0 and max_bet >= one_max_bet),
  check ((end_id is null) = (end_reason is null) and (end_id is null) = (ended_at is null)),
  check (done_at is null or end_id is not null)
);
create unique index copy_follow_running on copy_follow (site_id, member_id) where end_id is null;
create index copy_follow_open on copy_follow (site_id, trader_id) where done_at is null;
create index copy_follow_member on copy_follow (site_id, member_id, id);
select maru_tenant('copy_follow', 'select');

create table copy_fan_out (
  site_id      bigint not null,
  id           bigint not null,
  trader_id    bigint not null,
  lead_lot     bigint not null,
  option_id    bigint not null,
  kind         text not null check (kind in ('OPEN', 'CLOSE')),
  side         text not null check (side in ('LONG', 'SHORT')),
  leverage     int not null,
  held_before  bigint not null,
  qty          bigint not null check (qty > 0),
  quote        bigint not null,
  opened_quote numeric not null,
  lead_fill_id bigint not null,
  book_u       bigint not null,
  book_ts      bigint not null,
  levels       jsonb not null,
  mark         bigint,
  slots        int not null,
  at           bigint not null,
  born_at      bigint,
  cursor       int not null,
  made         int not null,
  skipped      int not null,
  done_at      bigint,
  primary key (site_id, id),
  check (done_at is null or born_at is not null)
);
create index copy_fan_out_open on copy_fan_out (site_id, trader_id, id) where done_at is null;
select maru_tenant('copy_fan_out', 'select');

create table copy_skip (
  site_id    bigint not null,
  id         bigint not null,
  follow_id  bigint not null,
  member_id  bigint not null,
  trader_id  bigint not null,
  lead_lot   bigint not null,
  fan_out_id bigint not null,
  code       text not null,
  wanted     bigint not null,
  got        bigint not null,
  lead_qty   bigint not null,
  lead_quote bigint not null,
  offered    bigint,
  at         bigint not null,
  primary key (site_id, id)
);
create index copy_skip_member on copy_skip (site_id, member_id, id);
select maru_tenant('copy_skip', 'select');
revoke update, delete on copy_skip from maru_core;
