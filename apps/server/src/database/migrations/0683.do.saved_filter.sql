-- What a member of staff cuts a list to again and again.
create table saved_filter (
  site_id    bigint not null,
  id         bigint not null,
  staff_id   bigint not null,
  list       text not null,
  name       text not null,
  filter     jsonb not null,
  created_at bigint not null, -- wall clock
  primary key (site_id, id),
  unique (site_id, staff_id, list, name)
);
select maru_tenant('saved_filter', 'select, insert, update, delete');
