-- An authenticator app that a member is about to enrol, and what he can do without his phone.
alter table member
  add column password_changed_at bigint,
  add column totp_changed_at     bigint,
  -- the secret that was shown and is not confirmed yet, since when, and how many wrong codes it got
  add column totp_pending_sealed bytea,
  add column totp_pending_at     bigint,
  add column totp_pending_tries  integer not null default 0;

-- Keyed hashes of recovery codes; each is used once.
create table recovery_code (
  site_id   bigint not null,
  member_id bigint not null,
  code_hash bytea  not null,
  used_at   bigint,
  primary key (site_id, member_id, code_hash)
);
select maru_tenant('recovery_code', 'select, insert, update, delete');
