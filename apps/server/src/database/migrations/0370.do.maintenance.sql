-- While a site is closed for maintenance its members are turned away; it opens by itself at the end.
alter table site
  add column maintenance_from  bigint,
  add column maintenance_until bigint,
  add column maintenance_note  text,
  add constraint site_maintenance check (
    num_nonnulls(maintenance_from, maintenance_until, maintenance_note) in (0, 3)
    and maintenance_until > maintenance_from
  );
grant update (maintenance_from, maintenance_until, maintenance_note) on site to maru_api;
