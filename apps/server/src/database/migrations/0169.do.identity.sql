-- Who a member is, as an identity provider says it. The hash is keyed; it is the same for a person on all sites.
alter table member
  add column person_hash bytea,
  add column birth_sealed bytea,
  add column identity_at bigint;
-- One person, one account of a site.
create unique index member_person on member (site_id, person_hash) where person_hash is not null;
create index member_of_person on member (person_hash) where person_hash is not null;

-- Checks of an identity on the provider's page. `key` is known to who asked alone, `reference` to the provider. member_id 0: a guest.
create table identity_check (
  site_id bigint not null,
  key text collate "C" not null,
  reference text collate "C" not null,
  member_id bigint not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'VERIFIED', 'REFUSED')),
  url text,
  refusal text,
  person_hash bytea,
  verified_sealed bytea, -- name and birth date
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  primary key (site_id, key)
);
create unique index identity_check_reference on identity_check (site_id, reference);
create index identity_check_old on identity_check (expires_at);
select maru_tenant('identity_check', 'select, insert, update');

-- Persons who excluded themselves: on all sites, whatever accounts they have or will have.
create table identities (
  person_hash bytea primary key,
  excluded_until bigint not null -- domain clock
);
grant select, insert, update on identities to maru_core;

-- The start of an identity check is a call that the API asks for too.
drop policy messages on outgoing;
create policy messages on outgoing as restrictive for insert to maru_api
  with check ((kind in ('mail', 'sms', 'push') or (kind = 'provider-call' and provider = 'nice')) and state = 'QUEUED' and attempts = 0);
