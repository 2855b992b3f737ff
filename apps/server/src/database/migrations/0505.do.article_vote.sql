-- Whether an answer helped a member: one vote each, the last one counts.
create table article_vote (
  site_id    bigint not null,
  article_id bigint not null,
  member_id  bigint not null,
  is_helpful boolean not null,
  at         bigint not null,
  primary key (site_id, article_id, member_id),
  foreign key (site_id, article_id) references article (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
select maru_tenant('article_vote', 'select, insert, update');
