-- Limits of what a member brings in a day, a week, a month.
alter table member_limit drop constraint member_limit_kind_check;
alter table member_limit add constraint member_limit_kind_check
  check (kind in ('LOSS', 'STAKE', 'TIME', 'DEPOSIT') and (kind = 'TIME') = (currency = 'MIN'));

-- What was credited lately, by member.
create index dnw_deposited on dnw (site_id, member_id, processed_at) where type = 'D' and status = 'COMPLETED';
