-- Coins between members and merchants.

create table p2p_merchant (
  site_id bigint not null,
  id bigint not null,
  name text not null,
  is_demo boolean not null,
  buy_ppm int check (buy_ppm between 0 and 100000),
  sell_ppm int check (sell_ppm between 0 and 100000),
  min_won bigint not null check (min_won > 0),
  max_won bigint not null,
  primary key (site_id, id),
  check (max_won >= min_won)
);
select maru_tenant('p2p_merchant', 'select');

create table p2p_order (
  site_id bigint not null,
  id bigint not null,
  member_id bigint not null,
  side text not null check (side in ('BUY', 'SELL')),
  merchant_id bigint not null,
  merchant text not null,
  won bigint not null check (won > 0),
  point bigint not null check (point > 0),
  rate bigint not null check (rate > 0),
  wallet_type text not null check (wallet_type in ('FUTURES', 'USDT')),
  payer text not null,
  account_id bigint,
  account text not null,
  memo text not null,
  state text not null check (state in ('OPEN', 'ESCROWED', 'PAID', 'RELEASED', 'CANCELED', 'EXPIRED', 'DISPUTED')),
  escrow bigint not null check (escrow in (0, point)),
  reference text not null,
  pay_by bigint,
  answer_by bigint,
  steps jsonb not null,
  reason text not null,
  statements int not null,
  dnw_id bigint not null,
  created_at bigint not null,
  closed_at bigint,
  rev int not null,
  primary key (site_id, id),
  check ((closed_at is not null) = (state in ('RELEASED', 'CANCELED', 'EXPIRED'))),
  check (closed_at is null or escrow = 0)
);
create index p2p_order_open on p2p_order (site_id, id) where closed_at is null;
create index p2p_order_member on p2p_order (site_id, member_id, id);
-- What a merchant did of late.
create index p2p_order_merchant on p2p_order (site_id, merchant_id, created_at);
select maru_tenant('p2p_order', 'select');

create table p2p_statement (
  site_id bigint not null,
  id bigint not null,
  order_id bigint not null,
  member_id bigint not null,
  teller text not null check (teller in ('MEMBER', 'MERCHANT', 'SYSTEM')),
  text text not null,
  file_ids jsonb not null,
  at bigint not null,
  primary key (site_id, id)
);
create index p2p_statement_order on p2p_statement (site_id, order_id, id);
select maru_tenant('p2p_statement', 'select');

create table p2p_member (
  site_id bigint not null,
  member_id bigint not null,
  unpaid jsonb not null,
  blocked_until bigint,
  primary key (site_id, member_id)
);
select maru_tenant('p2p_member', 'select');
