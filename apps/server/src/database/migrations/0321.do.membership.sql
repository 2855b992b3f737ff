-- The end of a membership, and what a member agreed to hear of.
alter table member
  add column left_at bigint,
  -- until then the law asks to keep who he was
  add column forget_at bigint,
  add constraint member_left check (left_at is null or (status = 'DENY' and forget_at >= left_at));
create index member_to_forget on member (forget_at) where forget_at is not null;

-- Each time somebody agreed to advertisements or took it back; the newest holds.
create table marketing_consent (
  site_id bigint not null,
  member_id bigint not null,
  at bigint not null,
  agreed boolean not null,
  primary key (site_id, member_id, at),
  foreign key (site_id, member_id) references member (site_id, id)
);
select maru_tenant('marketing_consent', 'select, insert');
insert into marketing_consent select site_id, id, created_at, marketing from member where marketing is not null;
