-- Times of rounds that were fixed in code: options keep what held, and rounds that are not settled what holds for their bets.
alter table round_option
  add column lock_lead_ms int,
  add column strike_wait_ms int not null default 2000 check (strike_wait_ms >= strike_delay_ms);
update round_option set lock_lead_ms =
  case type when 'R.5' then 3000 when 'B1' then 30000 when 'B2' then 30000 when 'B5' then 60000 else 5000 end;
alter table round_option
  alter column lock_lead_ms set not null,
  add constraint round_option_lock_lead check (lock_lead_ms > 0),
  alter column strike_wait_ms drop default;

alter table round
  add column strike_delay_ms int not null default 300,
  add column strike_wait_ms int not null default 2000;
update round r set strike_delay_ms = o.strike_delay_ms
  from round_option o
  where o.site_id = r.site_id and o.id = r.option_id and r.settled_at is null and o.strike_delay_ms <> 300;
alter table round
  alter column strike_delay_ms drop default,
  alter column strike_wait_ms drop default;

-- Changes of the configuration by staff: a row waits until its time has come, and stays.
create table config_change (
  site_id bigint not null,
  id bigint not null,
  scope text not null check (scope in ('site', 'round', 'futures', 'oversea')),
  option_id bigint check ((scope = 'site') = (option_id is null)),
  changes jsonb not null,
  reason text not null check (reason <> ''),
  given_by bigint not null,
  approved_by bigint check (approved_by <> given_by),
  effective_from bigint not null,
  given_at bigint not null check (given_at <= effective_from),
  state text not null check (state in ('WAITING', 'APPLIED', 'REFUSED', 'WITHDRAWN')),
  refusal text check ((refusal is not null) = (state = 'REFUSED')),
  decided_at bigint check ((decided_at is null) = (state = 'WAITING')),
  primary key (site_id, id)
);
create index config_change_waiting on config_change (site_id, id) where decided_at is null;
select maru_tenant('config_change', 'select');
