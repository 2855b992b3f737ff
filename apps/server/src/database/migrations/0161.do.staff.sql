-- What members of staff may do, and at which sites; their sign-in is a row of member at their home site.
create table staff (
  site_id     bigint not null references site (id),
  member_id   bigint not null,
  role        text not null check (role in ('SUPER', 'SITE', 'FINANCE', 'CS', 'AUDIT')),
  site_ids    bigint[] not null check (cardinality(site_ids) > 0),
  created_at  bigint not null,
  disabled_at bigint,
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references member (site_id, id)
);
select maru_tenant('staff', 'select, insert, update');
