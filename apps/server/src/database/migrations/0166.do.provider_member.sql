-- What a provider says of a member's account there.
create table provider_member (
  site_id    bigint not null,
  provider   text collate "C" not null,
  member_id  bigint not null,
  registered boolean not null,
  balance    text,
  at         bigint not null,
  primary key (site_id, provider, member_id)
);
select maru_tenant('provider_member', 'select');
