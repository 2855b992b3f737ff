-- A message that went to many members at once; request: the hash of who sent it and his key, so that it goes once.
create table message_group (
  site_id    bigint not null,
  id         bigint not null,
  request    text not null,
  body_hash  text not null,
  members    int not null,
  created_at bigint not null, -- wall clock
  primary key (site_id, id),
  unique (site_id, request)
);
select maru_tenant('message_group', 'select, insert');
