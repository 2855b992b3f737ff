-- Results count against limits that members set themselves in windows of the wall clock. Rows from before tell the domain clock alone.
alter table bet add column settled_wall bigint;
alter table trading_fill add column wall bigint;
alter table posting add column wall bigint;

drop index posting_result;
create index posting_result on posting (site_id, member_id, coalesce(wall, at))
  where account = 'MEMBER' and reason in ('FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING');
