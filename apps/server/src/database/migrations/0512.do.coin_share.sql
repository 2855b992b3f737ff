-- What of coins goes or went to their member; another amount at a later telling is in suspense beside it.
alter table coin_arrival add column share bigint;
update coin_arrival set share = case when state in ('SUSPENDED', 'REORGED') then 0 else amount end;
alter table coin_arrival alter column share set not null, add check (share >= 0);
-- Suspended coins leave suspense when their network forgets them, and are found by what the statement calls them.
alter table suspense drop constraint suspense_state_check;
alter table suspense add check (state in ('OPEN', 'ASSIGNED', 'RETURNED', 'REORGED'));
update suspense s set reference = c.txid || ':' || c.output
  from (select *, row_number() over (partition by site_id, network, txid, amount order by output) as place from coin_arrival
         where state in ('SUSPENDED', 'REORGED')) c,
       (select site_id, id, row_number() over (partition by site_id, house_sub, provider_ref, amount order by id) as place
          from suspense where house_account = 'COIN_HOT' and reference = '') p
 where p.site_id = s.site_id and p.id = s.id and c.site_id = s.site_id and c.network = s.house_sub and c.txid = s.provider_ref
   and c.amount = s.amount and c.place = p.place;
create index suspense_coins on suspense (site_id, house_sub, reference) where house_account = 'COIN_HOT';
