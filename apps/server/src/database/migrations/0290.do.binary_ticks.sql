-- How large a tick of price may be for binary options (rules A), site by site; what is checked is the same for all.
alter table site_config
  add column binary_tick_ppm int not null default 50000 check (binary_tick_ppm between 1 and 999999);
