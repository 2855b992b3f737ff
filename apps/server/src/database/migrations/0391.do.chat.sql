-- Live chats between a member and the staff of his site (rules G): nobody moves money by one.
create table chat (
  site_id       bigint not null,
  id            bigint not null,
  member_id     bigint not null,
  state         text not null check (state in ('WAITING', 'OPEN', 'ENDED')),
  -- Who of the staff is in it, and the site that he belongs to.
  staff_id      bigint,
  staff_site_id bigint,
  staff_name    text,
  opened_at     bigint not null,
  joined_at     bigint,
  -- When something was last said, or the chat began.
  spoken_at     bigint not null,
  ended_at      bigint,
  ended_by      text check (ended_by in ('MEMBER', 'STAFF', 'HOUSE')),
  inquiry_id    bigint,
  -- Up to which message each side has read.
  member_read   int not null default 0,
  staff_read    int not null default 0,
  is_helpful    boolean,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id),
  foreign key (site_id, inquiry_id) references inquiry (site_id, id),
  check ((state = 'ENDED') = (ended_at is not null)),
  check ((state = 'OPEN') <= (staff_id is not null)),
  check (state <> 'WAITING' or staff_id is null)
);
-- A member has one chat at a time.
create unique index chat_own on chat (site_id, member_id) where state <> 'ENDED';
create index chat_of_member on chat (site_id, member_id, id desc);
create index chat_waiting on chat (site_id, opened_at, id) where state = 'WAITING';
create index chat_live on chat (state, spoken_at) where state <> 'ENDED';
create index chat_joined on chat (site_id, joined_at desc) where joined_at is not null;
create index chat_ended on chat (ended_at) where state = 'ENDED';
select maru_tenant('chat', 'select, insert, update, delete');

-- What either side said, numbered from 1; nobody changes it. It goes with its chat after a year.
create table chat_line (
  site_id   bigint not null,
  id        bigint not null,
  chat_id   bigint not null,
  seq       int not null,
  member_id bigint not null,
  -- Whoever of the staff said it; null: the member.
  staff_id  bigint,
  client_id uuid not null,
  text      text not null,
  file_id   bigint,
  at        bigint not null,
  primary key (site_id, id),
  unique (site_id, chat_id, seq),
  unique (site_id, chat_id, client_id),
  foreign key (site_id, chat_id) references chat (site_id, id) on delete cascade
);
create index chat_line_member on chat_line (site_id, member_id);
select maru_tenant('chat_line', 'select, insert, delete');
