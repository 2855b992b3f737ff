-- A logo waits for its second person: a site has several, of which its address names one.
drop table site_logo;
create table site_logo (
  site_id    bigint not null references site (id),
  id         bigint not null,
  bytes      bytea not null,
  created_at bigint not null,
  primary key (site_id, id)
);
select maru_tenant('site_logo', 'select, insert, delete');
