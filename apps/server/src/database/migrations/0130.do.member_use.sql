-- Time limits: their amounts are minutes, and where others have their currency they have MIN.
alter table member_limit drop constraint member_limit_kind_check;
alter table member_limit add constraint member_limit_kind_check
  check (kind in ('LOSS', 'STAKE', 'TIME') and (kind = 'TIME') = (currency = 'MIN'));

-- Stretches in which a member was here, by the wall clock. The newest grows while he stays: room on each page keeps the updates off the index.
create table member_use (
  site_id bigint not null,
  member_id bigint not null,
  from_at bigint not null,
  to_at bigint not null check (to_at > from_at),
  primary key (site_id, member_id, from_at)
) with (fillfactor = 80);
select maru_tenant('member_use', 'select');
