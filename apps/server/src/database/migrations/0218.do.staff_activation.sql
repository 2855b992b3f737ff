-- A new member of staff sets his own password once, by a code that only his mail has. Of the code there is a hash alone.
create table staff_activation (
  site_id    bigint not null references site (id),
  member_id  bigint not null,
  code_hash  bytea not null,
  expires_at bigint not null,
  used_at    bigint,
  primary key (site_id, member_id, code_hash),
  foreign key (site_id, member_id) references member (site_id, id)
);
select maru_tenant('staff_activation', 'select, insert, update');
