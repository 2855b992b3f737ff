-- What the house writes for a site beside notices: questions with answers, popups, promotions, strategies, and the terms by version.
create table article (
  site_id       bigint not null references site (id),
  id            bigint not null,
  kind          text not null check (kind in ('FAQ', 'POPUP', 'PROMOTION', 'STRATEGY', 'TERMS', 'PRIVACY')),
  category      text,
  title         text not null,
  content       text not null,
  -- The words of the content alone: what a search looks at.
  words         text not null,
  -- Of a promotion: what one has to do for it, and what not.
  conditions    text,
  -- A page of ours that it leads to.
  link          text,
  audience      text not null check (audience in ('ALL', 'GUEST', 'MEMBER')),
  position      int not null,
  needs_consent boolean not null,
  -- Of published terms: which version they are.
  revision      int,
  state         text not null check (state in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  start_at      bigint not null,
  end_at        bigint check (end_at > start_at),
  version       int not null default 1,
  created_by    bigint not null,
  created_at    bigint not null,
  updated_at    bigint not null,
  -- Which call made it: a repeat makes no second one.
  request       text not null,
  primary key (site_id, id),
  unique (site_id, request),
  unique (site_id, kind, revision),
  check (revision is null or kind in ('TERMS', 'PRIVACY')),
  check (kind not in ('TERMS', 'PRIVACY') or end_at is null)
);
create index article_shown on article (site_id, kind, position, start_at desc) where state = 'PUBLISHED';
select maru_tenant('article', 'select, insert, update');

-- Which version of the terms a member agreed to, and when.
create table article_consent (
  site_id    bigint not null,
  member_id  bigint not null,
  article_id bigint not null,
  at         bigint not null,
  primary key (site_id, member_id, article_id),
  foreign key (site_id, article_id) references article (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
select maru_tenant('article_consent', 'select, insert');
