-- Pictures that staff put into texts, drawn anew; whoever reads the text sees them, under a name that nobody can guess.
create table content_image (
  site_id    bigint not null references site (id),
  name       text not null,
  type       text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes      bytea not null,
  width      int not null,
  height     int not null,
  created_by bigint not null,
  created_at bigint not null,
  -- Which call made it: a repeat makes no second one.
  request    text not null,
  primary key (site_id, name),
  unique (site_id, request)
);
create index content_image_time on content_image (site_id, created_at);
select maru_tenant('content_image', 'select, insert');
