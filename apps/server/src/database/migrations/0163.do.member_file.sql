-- Pictures that members send along: evidence of a payment, of what they ask support about.
create table member_file (
  site_id    bigint not null references site (id),
  id         bigint not null,
  member_id  bigint not null,
  type       text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  -- what its sender called it, without a path
  name       text not null,
  bytes      bytea not null check (octet_length(bytes) between 1 and 5242880),
  created_at bigint not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
alter table member_file alter column bytes set storage external;
create index member_file_member on member_file (site_id, member_id, id);
select maru_tenant('member_file', 'select, insert');
