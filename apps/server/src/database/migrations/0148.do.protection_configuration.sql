-- How often members are reminded of time and result (rules J 8), and the cap on the leverage of young members (rules B).
alter table site_config
  add column reality_check_ms int not null default 3600000 check (reality_check_ms between 600000 and 3600000),
  add column is_young_capped boolean not null default false,
  add column young_days int not null default 60 check (young_days between 1 and 3650),
  add column young_max_leverage int not null default 20 check (young_max_leverage > 0);
-- When the core learned of a member, by the wall clock; members that are there keep the time of their sign-up.
alter table member_state add column created_at bigint not null default 0;
update member_state s set created_at = m.created_at from member m where m.site_id = s.site_id and m.id = s.member_id;
