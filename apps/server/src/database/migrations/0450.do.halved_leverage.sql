-- Half the leverage around economic releases of importance 3 and before a session ends (rules C, G). The core writes the releases that it
-- was told of; one that the calendar has no more is dropped.
create table release (
  site_id    bigint not null,
  id         bigint not null,
  at         bigint not null,
  dropped_at bigint,
  primary key (site_id, id)
);
create unique index release_standing on release (site_id, at) where dropped_at is null;
select maru_tenant('release', 'select');

alter table site_config
  add column is_release_halved boolean not null default false,
  add column is_session_end_halved boolean not null default false,
  add column halving_lead_ms int not null default 1800000 check (halving_lead_ms between 60000 and 14400000),
  add column halving_tail_ms int not null default 300000 check (halving_tail_ms between 0 and 3600000);
