-- When pages were told that a forced notice is over; empty until its end.
alter table notice add column ended_at bigint;
create index notice_to_end on notice (end_at) where is_forced and state = 'PUBLISHED' and announced_at is not null and ended_at is null;
