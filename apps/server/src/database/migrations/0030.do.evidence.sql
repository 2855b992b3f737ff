-- What proves rounds: the signing keys, and what is kept of the tick log for five years.

-- The private half is sealed under a key derived from TOKEN_SECRET: a copy of the database alone signs nothing.
-- Old keys stay: answers that were signed while they were valid must stay verifiable.
create table evidence_key (
  key_id text primary key,
  public_key bytea not null check (length(public_key) = 32),
  secret_sealed bytea not null,
  valid_from bigint not null,
  valid_to bigint check (valid_to >= valid_from)
);
grant select, insert on evidence_key to maru_core;
grant update (valid_to) on evidence_key to maru_core;

-- The ticks within 5 s of a moment at which rounds started or ended, with the proofs of the ticks that decided them: copied
-- from the tick log before its leaves are let go.
create table evidence_window (
  instrument text not null,
  at bigint not null,
  ticks bytea not null, -- deflated JSON array, in order of seq
  proofs jsonb not null, -- by seq
  primary key (instrument, at)
);
grant select, insert, delete on evidence_window to maru_core;

-- Whole minutes are kept for 90 days; of older ones the root and its link in the chain.
alter table tick_log alter column leaves drop not null;
grant update (leaves) on tick_log to maru_core;
create index tick_log_whole on tick_log (instrument, minute) where leaves is not null;
