-- Numbers of a site that were fixed in code: sites that are there keep what held.
alter table site_config
  add column futures_warn_ppm int not null default 800000 check (futures_warn_ppm < 1000000),
  add column futures_calm_ppm int not null default 700000 check (futures_calm_ppm between 1 and futures_warn_ppm - 1),
  add column oversea_losscut_ppm int not null default 200000 check (oversea_losscut_ppm > 0),
  add column oversea_warn_ppm int not null default 400000 check (oversea_warn_ppm > oversea_losscut_ppm),
  add column oversea_calm_ppm int not null default 500000 check (oversea_calm_ppm between oversea_warn_ppm + 1 and 999999),
  add column limit_rise_wait_ms int not null default 86400000 check (limit_rise_wait_ms >= 86400000),
  add column exclusion_min_months int not null default 6 check (exclusion_min_months >= 6);
