-- Who runs the core of a group, and how to find out whether he lives: the backend of his journal, and where he answers. holder null: he
-- ended in order, and whoever comes next needs no proof.
alter table core_lease
  add column backend int,
  add column url text,
  alter column holder drop not null;

-- Takes the lease if it is as it was seen; no row: it is not, look again. The backend of the one before is ended first: of a machine that
-- vanished within a batch it would hold the row for two hours. An epoch is at least the seconds since 1970: it rises also where the
-- database went back, and pages that know a later one would hear nothing of a smaller one.
create function maru_take_lease(of_group text, seen_epoch bigint, seen_seq bigint, new_holder text, new_backend int, new_url text)
returns bigint language plpgsql as $$
declare
  old_backend int;
  taken bigint;
  least bigint := floor(extract(epoch from clock_timestamp()));
begin
  if seen_epoch is null then
    insert into core_lease (site_group, epoch, holder, backend, url) values (of_group, least, new_holder, new_backend, new_url)
    on conflict do nothing returning epoch into taken;
    return taken;
  end if;
  select l.backend into old_backend from core_lease l
  where l.site_group = of_group and l.epoch = seen_epoch and l.seq = seen_seq;
  if not found then return null; end if;
  perform pg_terminate_backend(a.pid, 500) from pg_stat_activity a
  where a.pid = old_backend and a.datname = current_database() and a.usename = current_user and a.application_name = 'maru journal';
  update core_lease l
  set epoch = greatest(l.epoch + 1, least), seq = 0, holder = new_holder, backend = new_backend, url = new_url, taken_at = now()
  where l.site_group = of_group and l.epoch = seen_epoch and l.seq = seen_seq
  returning l.epoch into taken;
  return taken;
end
$$;
