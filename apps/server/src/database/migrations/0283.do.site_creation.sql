-- Sites that two SUPERs create and edit from the console: everything of a row but its id, its code and its currency.
alter table site
  add column created_at bigint, -- null: written by a seed
  -- LICENSED needs both: who permits it until when, and from where its members may come
  add column licence jsonb,
  add column countries text[] not null default '{}';

-- A domain names one site. The lock makes writers wait for one another: each sees what the one before it wrote.
create function maru_site_domains() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('maru_site_domains'));
  if exists (select 1 from site s where s.id <> new.id and s.domains && new.domains) then
    raise exception 'a domain of site % is of another site', new.code using errcode = '23505', constraint = 'site_domain';
  end if;
  return new;
end
$$;
create trigger site_domains before insert or update of domains on site
  for each row when (cardinality(new.domains) > 0) execute function maru_site_domains();

-- The logo of a site, drawn anew by the house; its address is in the site's row.
create table site_logo (
  site_id    bigint primary key references site (id),
  bytes      bytea not null,
  updated_at bigint not null
);
select maru_tenant('site_logo', 'select, insert, update, delete');
grant insert (id, code, name, domains, language, guest_language, flags, live_chat, used_coins, deposit_coins, buy_coins, created_at)
  on site to maru_api;
grant update (domains, language, guest_language, deposit_coins, buy_coins, bank_filter, signup_checks, licence, countries, money_mode, logo_url)
  on site to maru_api;
grant insert, update on house_bank to maru_api;
