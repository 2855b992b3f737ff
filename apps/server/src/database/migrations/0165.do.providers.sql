-- Providers outside: where each is reached, what they told, and the nonces of the last ten minutes.

-- A site's provider. The keys are sealed: nothing in the database can sign.
create table provider_config (
  site_id    bigint not null,
  provider   text collate "C" not null,
  base_url   text not null,
  sealed     bytea not null,
  updated_at bigint not null,
  primary key (site_id, provider)
);
select maru_tenant('provider_config', 'select');

-- What providers told, for ever: an event counts once by its name. It is dispatched once the house has taken it over.
create table provider_event (
  site_id       bigint not null,
  provider      text collate "C" not null,
  event         text collate "C" not null,
  kind          text not null,
  body          jsonb not null,
  received_at   bigint not null,
  fault         text, -- why it cannot be read; such an event waits for a person
  dispatched_at bigint,
  attempts      integer not null default 0,
  next_at       bigint not null,
  last_error    text,
  primary key (site_id, provider, event)
);
create index provider_event_waiting on provider_event (next_at) where dispatched_at is null and fault is null;
select maru_tenant('provider_event', 'select, insert');

create table provider_nonce (
  site_id  bigint not null,
  provider text collate "C" not null,
  nonce    text collate "C" not null,
  event    text collate "C" not null,
  at       bigint not null,
  primary key (site_id, provider, nonce)
);
create index provider_nonce_age on provider_nonce (at);
select maru_tenant('provider_nonce', 'select, insert');
