-- What a member of staff asked for and a second one has to agree to. Requests of the desk keep their approvals themselves.
create table approval (
  site_id         bigint not null references site (id),
  id              bigint not null,
  kind            text not null check (kind in ('SUSPENSE_ASSIGN', 'SUSPENSE_RETURN', 'UNFREEZE')),
  subject_id      bigint not null,
  payload         jsonb not null,
  reason          text not null,
  requested_by    bigint not null,
  -- the key of the request: asked for once; the command runs under a key of its own, however often it is given
  request_key     text not null,
  command_key     uuid not null,
  created_at      bigint not null,
  expires_at      bigint not null,
  state           text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'REFUSED')),
  decided_by      bigint,
  decided_at      bigint,
  decision_reason text,
  primary key (site_id, id),
  unique (site_id, requested_by, request_key),
  check ((state = 'PENDING') = (decided_by is null)),
  check (decided_by is null or state = 'REFUSED' or decided_by <> requested_by)
);
create index approval_pending on approval (site_id, id) where state = 'PENDING';
select maru_tenant('approval', 'select, insert, update');
