-- What the house tells the members of a site. A forced one waits in the same row until it was announced: nothing is lost between.
create table notice (
  site_id      bigint not null references site (id),
  id           bigint not null,
  category     text not null check (category in ('NOTICE', 'MAINTENANCE', 'EVENT', 'MONEY')),
  title        text not null,
  content      text not null,
  is_pinned    boolean not null,
  is_forced    boolean not null,
  state        text not null check (state in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  start_at     bigint not null,
  end_at       bigint check (end_at > start_at),
  announced_at bigint,
  version      int not null default 1,
  created_by   bigint not null,
  created_at   bigint not null,
  updated_at   bigint not null,
  -- Which call made it: a repeat makes no second one.
  request      text not null,
  primary key (site_id, id),
  unique (site_id, request)
);
create index notice_shown on notice (site_id, is_pinned desc, start_at desc, id desc) where state = 'PUBLISHED';
create index notice_to_announce on notice (start_at) where is_forced and state = 'PUBLISHED' and announced_at is null;
select maru_tenant('notice', 'select, insert, update');

-- Who read a forced notice, and when; one that says something new is read anew.
create table notice_ack (
  site_id   bigint not null,
  notice_id bigint not null,
  member_id bigint not null,
  at        bigint not null,
  primary key (site_id, notice_id, member_id, at),
  foreign key (site_id, notice_id) references notice (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
select maru_tenant('notice_ack', 'select, insert');
