-- Self-exclusion: the member's own stop for six months or more. The core only ever moves it to a later time.
alter table member_state add column excluded_until bigint;
