-- What the house earned hour by hour (domain clock), by account: a copy behind the journal, taken over with ledger_entry.
create table house_hour (
  site_id  bigint not null,
  hour_at  bigint not null,
  account  text collate "C" not null,
  currency text collate "C" not null,
  sum      bigint not null,
  primary key (site_id, hour_at, account, currency)
);
select maru_tenant('house_hour', 'select');

-- What was taken over already: as far back as the console looks.
insert into house_hour
select p.site_id, p.at / 3600000 * 3600000, p.account, p.currency, sum(p.amount)
from posting p join ledger_cursor c using (site_id)
where p.id <= c.posting_id and p.member_id is null and p.at >= (select max(at) from posting) - 8 * 86400000
  and (p.account like 'PNL\_%' or p.account like 'FEE\_%' or p.account = 'FUNDING')
group by 1, 2, 3, 4;
