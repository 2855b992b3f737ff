-- What a trader and one who follows him have with each other, what was paid for a position by others or taken with it, and the loss that ends a follow.
alter table trading_position add column other_pnl bigint not null default 0;
alter table trading_position alter column other_pnl drop default;

create table copy_pair (
  site_id     bigint not null,
  trader_id   bigint not null,
  follower_id bigint not null,
  net         bigint not null,
  primary key (site_id, trader_id, follower_id)
);
create index copy_pair_follower on copy_pair (site_id, follower_id);
select maru_tenant('copy_pair', 'select');

insert into copy_pair (site_id, trader_id, follower_id, net)
select distinct site_id, trader_id, member_id, 0 from copy_follow;

alter table copy_follow add column loss_stop bigint check (loss_stop > 0);
alter table copy_follow add column loss_stop_close boolean not null default true;
alter table copy_follow alter column loss_stop_close drop default;
alter table copy_follow add column net_before bigint not null default 0;
alter table copy_follow alter column net_before drop default;
