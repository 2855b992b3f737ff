-- Fundings, nights and forfeited margins count against limits that members set themselves: found by member and time.
create index posting_result on posting (site_id, member_id, at)
  where account = 'MEMBER' and reason in ('FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING');
