-- Calls that leave the house: to providers, mails, messages. The journal writes a row in the transaction of the state that asks for the
-- call, the API writes rows of its own beside what they are about; the worker takes them from there.
create table outgoing (
  site_id bigint not null,
  id text collate "C" not null, -- the provider's idempotency key
  kind text not null check (kind in ('payout', 'mail', 'sms', 'push', 'provider-call')),
  provider text not null,
  payload jsonb not null,
  state text not null check (state in ('QUEUED', 'SENDING', 'UNKNOWN', 'SENT', 'FAILED', 'DEAD', 'EXPIRED')),
  attempts integer not null,
  next_at bigint not null, -- wall clock; while SENDING: when its worker counts as lost
  created_at bigint not null,
  closed_at bigint,
  last_error text,
  primary key (site_id, id),
  check ((closed_at is null) = (state in ('QUEUED', 'SENDING', 'UNKNOWN')))
) with (fillfactor = 70);
create index outgoing_due on outgoing (next_at) where closed_at is null;
create index outgoing_closed on outgoing (closed_at) where closed_at is not null;
create index outgoing_dead on outgoing (closed_at) where state in ('DEAD', 'FAILED');

-- The API asks for messages to members only, and sees nothing of what became of them.
select maru_tenant('outgoing', 'insert');
create policy messages on outgoing as restrictive for insert to maru_api
  with check (kind in ('mail', 'sms', 'push') and state = 'QUEUED' and attempts = 0);
