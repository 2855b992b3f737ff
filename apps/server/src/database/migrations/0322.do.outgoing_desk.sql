-- What the console shows of calls that leave the house and of what providers tell.

-- All but the payload, which may hold what nobody reads: the text of a message, an account.
grant select (site_id, id, kind, provider, state, attempts, next_at, created_at, closed_at, last_error) on outgoing to maru_api;
create index outgoing_site on outgoing (site_id, created_at desc, id);
create index provider_event_received on provider_event (site_id, received_at desc, event);

-- The circuit of a site's provider as its worker last saw it. No row: closed.
create table provider_breaker (
  site_id bigint not null,
  provider text collate "C" not null,
  state text not null check (state in ('OPEN', 'HALF_OPEN')),
  since bigint not null,
  primary key (site_id, provider)
);
select maru_tenant('provider_breaker', 'select');
