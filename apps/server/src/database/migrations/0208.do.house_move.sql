-- Money of the house that two persons moved: between its accounts, capital of its owners, the insurance fund.
create table house_move (
  site_id bigint not null,
  id bigint not null,
  move text not null check (move in ('TRANSFER', 'OPENING', 'CAPITAL_IN', 'CAPITAL_OUT', 'FUND_IN', 'FUND_OUT')),
  currency text not null,
  amount bigint not null check (amount > 0),
  credit_account text not null,
  credit_sub text not null,
  debit_account text not null,
  debit_sub text not null,
  reference text not null,
  txn_id bigint not null,
  created_at bigint not null,
  primary key (site_id, id)
);
select maru_tenant('house_move', 'select');
revoke update, delete on house_move from maru_core;
