-- What members ask the house in writing, and what it answers (rules G).
create table inquiry (
  site_id     bigint not null,
  id          bigint not null,
  member_id   bigint not null,
  kind        text not null check (kind in ('MONEY', 'TRADE', 'ROUND', 'COPY', 'ACCOUNT', 'ETC')),
  state       text not null check (state in ('OPEN', 'ANSWERED', 'CLOSED')),
  question    text not null,
  version     bigint not null default 1,
  taken_by    bigint,
  -- Whose answer the member does not accept: somebody else answers next.
  review_of   bigint,
  answered_by bigint,
  created_at  bigint not null,
  -- Since when the member waits for an answer.
  asked_at    bigint not null,
  answered_at bigint,
  closed_at   bigint,
  is_unread   boolean not null default false,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id),
  check ((state = 'CLOSED') = (closed_at is not null))
);
create index inquiry_own on inquiry (site_id, member_id, id desc);
create index inquiry_desk on inquiry (site_id, state, asked_at, id);
create index inquiry_answered on inquiry (answered_at) where state = 'ANSWERED';
select maru_tenant('inquiry', 'select, insert, update');

-- What either side said, in order; nobody changes it.
create table inquiry_line (
  site_id    bigint not null,
  id         bigint not null,
  inquiry_id bigint not null,
  member_id  bigint not null,
  -- Whoever of the staff said it; null: the member.
  staff_id   bigint,
  text       text not null,
  file_ids   bigint[] not null,
  at         bigint not null,
  -- Which call it was: a repeat adds no second one.
  request    text not null,
  body_hash  text not null,
  primary key (site_id, id),
  unique (site_id, request),
  foreign key (site_id, inquiry_id) references inquiry (site_id, id)
);
create index inquiry_line_of on inquiry_line (site_id, inquiry_id, id);
create index inquiry_line_member on inquiry_line (site_id, member_id, id);
select maru_tenant('inquiry_line', 'select, insert');

-- Answers that staff give often.
create table canned_answer (
  site_id    bigint not null,
  id         bigint not null,
  title      text not null,
  text       text not null,
  created_by bigint not null,
  created_at bigint not null,
  request    text not null,
  primary key (site_id, id),
  unique (site_id, request)
);
select maru_tenant('canned_answer', 'select, insert, delete');
