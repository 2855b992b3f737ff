-- What staff allow one member at most, below what his site allows everybody. The core writes it; amount null: lifted.
create table member_ceiling (
  site_id   bigint not null,
  member_id bigint not null,
  kind      text not null check (kind in ('STAKE', 'ORDER', 'DEPOSIT', 'WITHDRAWAL')),
  currency  text not null check (currency in ('KRW', 'USDT')),
  amount    bigint check (amount >= 0),
  set_at    bigint not null, -- wall clock
  primary key (site_id, member_id, kind, currency)
);
select maru_tenant('member_ceiling', 'select');
