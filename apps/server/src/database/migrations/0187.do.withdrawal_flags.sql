-- What the core needs to flag withdrawals by itself.
alter table member_money add column untraded_since bigint;
-- The newest deposit of these was followed by no result of a trade.
update member_money m set untraded_since = d.at
  from (select site_id, member_id, max(txn_id) as txn_id, max(processed_at) as at
          from dnw where type = 'D' and status = 'COMPLETED' group by 1, 2) d
 where d.site_id = m.site_id and d.member_id = m.member_id
   and not exists (select 1 from posting p
                    where p.site_id = m.site_id and p.member_id = m.member_id and p.txn_id > d.txn_id
                      and p.reason ~ '^(ROUND|FUTURES|OVERSEA)_');

-- Accounts and addresses that money left to before.
create table paid_account (
  site_id bigint not null,
  member_id bigint not null,
  account_id bigint not null,
  at bigint not null,
  primary key (site_id, member_id, account_id)
);
select maru_tenant('paid_account', 'select');
insert into paid_account (site_id, member_id, account_id, at)
  select site_id, member_id, account_id, min(processed_at) from dnw
   where type = 'W' and status = 'COMPLETED' and account_id is not null group by 1, 2, 3;

-- Addresses of the network that members sign in from, as keyed hashes too; they are known with the time at which they were used last.
alter table member_trait drop constraint member_trait_kind_check,
  add constraint member_trait_kind_check check (kind in ('IDENTITY', 'DEVICE', 'BANK', 'ADDRESS', 'IP'));
alter table trait_seen drop constraint trait_seen_kind_check,
  add constraint trait_seen_kind_check check (kind in ('IDENTITY', 'DEVICE', 'BANK', 'ADDRESS', 'IP'));

alter table money_config
  add column flag_withdrawals int not null default 3 check (flag_withdrawals > 0),
  add column shared_ip_ms bigint not null default 2592000000 check (shared_ip_ms >= 0),
  add column shared_ip_members int not null default 10 check (shared_ip_members > 1);
