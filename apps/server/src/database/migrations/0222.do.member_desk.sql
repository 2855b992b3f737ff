-- What staff change of a member counts up: whoever looked at an older version is refused.
alter table member add column version int not null default 0;

-- The beginnings of names, and where sessions came from, as staff search for them.
create index member_username_start on member (site_id, username text_pattern_ops);
create index member_nick_start on member (site_id, nick text_pattern_ops);
create index member_name_start on member (site_id, name text_pattern_ops);
create index login_session_ip on login_session (site_id, ip);
create index login_session_history on login_session (site_id, member_id, id desc);

-- What staff write down about a member; nobody changes it.
create table member_note (
  site_id    bigint not null,
  id         bigint not null,
  member_id  bigint not null,
  staff_id   bigint not null,
  text       text not null,
  created_at bigint not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
create index member_note_member on member_note (site_id, member_id, id desc);
select maru_tenant('member_note', 'select, insert');
