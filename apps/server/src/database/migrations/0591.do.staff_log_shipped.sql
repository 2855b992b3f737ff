-- Up to which place of its chain the log of staff has reached a receiver outside; of the whole installation, as the chain is.
create table staff_log_shipped (
  target text primary key,
  seq    bigint not null,
  at     bigint not null
);
grant select, insert, update on staff_log_shipped to maru_core;
