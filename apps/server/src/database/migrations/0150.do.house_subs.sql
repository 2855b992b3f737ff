-- House accounts by what stands behind them: a provider, a bank account, a coin and its network; '' where there is only one.
alter table house_account add column sub text not null default '';
alter table house_account drop constraint house_account_pkey, add primary key (site_id, account, sub, currency);
alter table posting add column sub text not null default '';
alter table closing_sum add column sub text not null default '';
alter table closing_sum drop constraint closing_sum_pkey,
  add primary key (site_id, account, sub, member_id, wallet_type, currency, day) include (sum);
drop index closing_sum_first;
create index closing_sum_first on closing_sum (site_id, account, sub, member_id, wallet_type, currency) where is_first;

-- Until now nothing but demo grants came through a provider.
update posting set sub = 'DEMO_GRANT' where account = 'PROVIDER_CLEARING';
update house_account set sub = 'DEMO_GRANT' where account = 'PROVIDER_CLEARING';
update closing_sum set sub = 'DEMO_GRANT' where account = 'PROVIDER_CLEARING';

alter table wallet add constraint wallet_type check (type in ('BINARY', 'FUTURES', 'BONUS', 'USDT', 'BTC', 'ETH', 'XRP'));
