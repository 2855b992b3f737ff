-- What the house tells one member. A message waits in its row until it was told on the live channel: nothing is lost between.
create table message (
  site_id    bigint not null,
  id         bigint not null,
  member_id  bigint not null,
  title      text not null,
  content    text not null,
  -- Whoever of the staff wrote it; null: the house by itself.
  created_by bigint,
  created_at bigint not null,
  told_at    bigint,
  read_at    bigint,
  deleted_at bigint,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
create index message_box on message (site_id, member_id, created_at desc, id desc) where deleted_at is null;
create index message_unread on message (site_id, member_id) where read_at is null and deleted_at is null;
create index message_untold on message (id) where told_at is null;
create index message_old on message (created_at);
select maru_tenant('message', 'select, insert, update');
