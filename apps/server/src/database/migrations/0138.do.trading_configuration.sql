-- Numbers of both trading books that were fixed in code: options that are there keep what held.
alter table futures_option
  add column exec_wait_ms int not null default 1000 check (exec_wait_ms > 0),
  add column depth_ms int not null default 2000 check (depth_ms between 0 and 60000),
  add column season_ms int not null default 60000 check (season_ms between 0 and 60000),
  add column entry_ratio_ppm int not null default 800000 check (entry_ratio_ppm between 1 and 1000000);
alter table futures_option
  alter column exec_wait_ms drop default,
  alter column depth_ms drop default,
  alter column season_ms drop default,
  alter column entry_ratio_ppm drop default;

alter table oversea_option
  add column exec_wait_ms int not null default 1000 check (exec_wait_ms > 0),
  add column depth_ms int not null default 2000 check (depth_ms between 0 and 60000),
  add column max_exit_ticks int not null default 1000 check (max_exit_ticks > 0),
  add column overnight_times int not null default 2 check (overnight_times > 0),
  add column overnight_lead_ms int not null default 1800000 check (overnight_lead_ms >= close_only_lead_ms),
  add column close_only_lead_ms int not null default 600000 check (close_only_lead_ms >= closing_lead_ms),
  add column closing_lead_ms int not null default 300000 check (closing_lead_ms > 0),
  add column rate_max_age_ms int not null default 345600000 check (rate_max_age_ms > 0),
  add column fixing_max_age_ms int not null default 259200000 check (fixing_max_age_ms > 0);
alter table oversea_option
  alter column exec_wait_ms drop default,
  alter column depth_ms drop default,
  alter column max_exit_ticks drop default,
  alter column overnight_times drop default,
  alter column overnight_lead_ms drop default,
  alter column close_only_lead_ms drop default,
  alter column closing_lead_ms drop default,
  alter column rate_max_age_ms drop default,
  alter column fixing_max_age_ms drop default;
