-- The newest verification of the chain of the log of staff, over all sites.
create table staff_log_check (
  one       boolean primary key default true check (one),
  at        bigint not null,
  acts      bigint not null,
  broken_at bigint,
  strays    bigint not null
);
grant select, insert, update on staff_log_check to maru_core;
