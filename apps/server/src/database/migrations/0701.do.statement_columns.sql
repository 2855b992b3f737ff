-- Which columns of a provider's file hold what: chosen by hand once, and used for its next files.
create table statement_columns (
  site_id    bigint not null references site (id),
  provider   text collate "C" not null,
  columns    jsonb not null,
  updated_by bigint not null,
  updated_at bigint not null, -- wall clock
  primary key (site_id, provider)
);
select maru_tenant('statement_columns', 'select, insert, update');
