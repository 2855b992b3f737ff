-- What staff write down about an inquiry for each other; no call of a member reads it.
create table inquiry_note (
  site_id    bigint not null,
  id         bigint not null,
  inquiry_id bigint not null,
  member_id  bigint not null,
  staff_id   bigint not null,
  text       text not null,
  at         bigint not null,
  primary key (site_id, id),
  foreign key (site_id, inquiry_id) references inquiry (site_id, id)
);
create index inquiry_note_of on inquiry_note (site_id, inquiry_id, id desc);
create index inquiry_note_member on inquiry_note (site_id, member_id);
select maru_tenant('inquiry_note', 'select, insert');
