-- Which database this is, as the last start saw it: another one, or one on another timeline, was restored from a backup.
create table database_identity (
  one boolean primary key default true check (one),
  system_id text not null,
  timeline int not null,
  database_oid bigint not null,
  mark text -- the newest mark of a restore that was taken over
);
-- Each restore that was noticed. Times are of the wall clock; `since`: the newest that the backup knew.
create table restoration (
  noticed_at bigint primary key,
  since bigint not null,
  how text not null check (how in ('MARK', 'DATABASE', 'COMMAND')),
  first_id bigint not null
);
grant select, insert, update on database_identity to maru_core;
grant select, insert on restoration to maru_core;
grant select, update on sequence maru_id to maru_core;
