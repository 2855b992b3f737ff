-- What a provider knows a payout by is a random value of its row; those of before keep the one that was made of their number. Beside it: the
-- withdrawal's fee, what was heard after the end, and what of the provider's fee is booked.
alter table payout
  add column key text,
  add column fee bigint not null default 0 check (fee >= 0),
  add column late text not null default '' check (late in ('', 'CONFIRMED', 'RETURNED')),
  add column provider_fee bigint not null default 0 check (provider_fee >= 0);
update payout p
   set key = 'payout-' || p.id,
       fee = d.point - p.amount,
       late = case when p.closed_at is not null and p.detail = 'RETURNED' then 'RETURNED'
                   when p.state = 'FAILED' and p.detail = 'CONFIRMED' then 'CONFIRMED' else '' end
  from dnw d where d.site_id = p.site_id and d.id = p.dnw_id;
update payout p set provider_fee = f.fee
  from (select site_id, ref_id, -sum(amount) as fee from posting
         where reason = 'PROVIDER_FEE' and account = 'PROVIDER_FEE' group by site_id, ref_id) f
 where f.site_id = p.site_id and f.ref_id = p.dnw_id and f.fee > 0;
alter table payout
  alter column key set not null,
  alter column fee drop default, alter column late drop default, alter column provider_fee drop default;
create unique index payout_key on payout (site_id, key);

-- Providers that pay nothing since the house began anew from a backup, until they were asked what happened since.
create table payout_bar (
  site_id bigint not null,
  provider text not null,
  since bigint not null,
  barred_at bigint not null,
  lifted_at bigint,
  primary key (site_id, provider)
);
create index payout_bar_open on payout_bar (site_id) where lifted_at is null;
select maru_tenant('payout_bar', 'select');
