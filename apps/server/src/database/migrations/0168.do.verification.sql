-- What members proved to be theirs.
alter table member
  add column phone_verified_at bigint,
  add column email_verified_at bigint;

-- Codes that were sent, and what they proved. member_id 0: asked for by a guest.
create table verification (
  site_id bigint not null,
  member_id bigint not null,
  key text collate "C" not null, -- at money-out: the Idempotency-Key of that request
  purpose text not null check (purpose in ('VERIFY', 'CHANGE', 'MONEY_OUT', 'FIND_PW')),
  channel text not null check (channel in ('phone', 'email')),
  target_hash bytea not null, -- keyed hash of the number or address
  target_sealed bytea not null,
  code_hash bytea, -- keyed hash; null: no code was sent, and none is right
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  verified_at bigint,
  proof_hash bytea, -- of what may be shown once as a proof
  used_at bigint,
  primary key (site_id, member_id, key)
);
create index verification_target on verification (site_id, target_hash, created_at);
create unique index verification_proof on verification (site_id, proof_hash) where proof_hash is not null;
create index verification_old on verification (expires_at);
select maru_tenant('verification', 'select, insert, update');

-- When codes were sent to a number or address: five an hour at most, and one a minute, whatever they are for.
create table code_sent (
  site_id bigint not null,
  target_hash bytea not null,
  at bigint not null,
  id text collate "C" not null,
  primary key (site_id, target_hash, at, id)
);
create index code_sent_at on code_sent (site_id, at);
select maru_tenant('code_sent', 'select, insert');
