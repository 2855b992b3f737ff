-- What waits for a person of a site: told to the addresses of its staff again and again until somebody takes it or it is over.
create table alarm (
  site_id   bigint not null references site (id),
  id        bigint not null,
  kind      text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'APPROVAL', 'SUSPENSE', 'DISPUTE', 'STOP', 'PROVIDER', 'JOB')),
  subject   text not null, -- the number of the request, or the name of what is stopped, the provider or the job
  raised_at bigint not null,
  next_at   bigint not null, -- wall clock: sent again from then on
  taken_by  bigint,
  taken_at  bigint,
  closed_at bigint,
  primary key (site_id, id),
  check ((taken_by is null) = (taken_at is null))
);
create unique index alarm_open on alarm (site_id, kind, subject) where closed_at is null;
create index alarm_closed on alarm (closed_at) where closed_at is not null;
select maru_tenant('alarm', 'select, update');

-- Where alarms go. The address may hold a secret of its receiver and is sealed with what signs the messages.
create table alarm_address (
  site_id    bigint not null references site (id),
  id         bigint not null,
  role       text not null check (role in ('SUPER', 'SITE', 'FINANCE', 'CS', 'AUDIT')),
  channel    text not null check (channel in ('MAIL', 'WEBHOOK', 'SLACK')),
  shown      text not null,
  sealed     bytea not null,
  kinds      text[] not null check (cardinality(kinds) > 0),
  from_hour  int not null check (from_hour between 0 and 23), -- KST; the same as to_hour: all day
  to_hour    int not null check (to_hour between 0 and 23),
  created_by bigint not null,
  created_at bigint not null,
  request    text not null,
  primary key (site_id, id),
  unique (site_id, request)
);
select maru_tenant('alarm_address', 'select, insert, delete');

alter table outgoing drop constraint outgoing_kind_check;
alter table outgoing add constraint outgoing_kind_check
  check (kind in ('payout', 'mail', 'sms', 'push', 'notice', 'alarm', 'provider-call')) not valid;
alter table outgoing validate constraint outgoing_kind_check;

-- A job that failed and has not ended well since; one that never did has no end.
alter table job_run alter column ended_at drop not null, add column failed_at bigint;
