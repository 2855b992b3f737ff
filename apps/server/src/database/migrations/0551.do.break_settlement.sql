-- What two persons settled between a statement and the ledger, and why; the core writes it with the posting.
create table break_settlement (
  site_id      bigint not null,
  id           bigint not null,
  approval_id  bigint not null,
  cause        text not null check (cause in ('PROVIDER_FEE', 'BAD_DEBT', 'CAPITAL', 'NAME')),
  provider     text collate "C" not null,
  currency     text not null,
  amount       bigint not null, -- what the statement had above the ledger, in minor units
  account      text not null,
  sub          text not null,
  line_kind    text not null,
  provider_ref text collate "C" not null,
  posting_id   bigint,
  txn_id       bigint,
  created_at   bigint not null, -- wall clock
  primary key (site_id, id),
  unique (site_id, approval_id),
  check ((cause = 'NAME') = (amount = 0) and (cause = 'NAME') = (txn_id is null)),
  check (provider_ref <> '' or posting_id is not null)
);
select maru_tenant('break_settlement', 'select');
revoke update, delete on break_settlement from maru_core;

-- The approval that settles a line or a movement, from the second yes on: no other one does.
alter table statement_line add column settle_id bigint;
alter table house_movement add column settle_id bigint;
create index statement_line_settle on statement_line (site_id, settle_id) where settle_id is not null;
create index house_movement_settle on house_movement (site_id, settle_id) where settle_id is not null;

-- What was taken back of payouts that had failed and were paid all the same is named as a statement names those payouts.
update house_movement m
set names = m.names || n.names
from (
  select m.site_id, m.posting_id, array_agg('payout-' || p.id) || coalesce(array_agg(p.provider_ref) filter (where p.provider_ref <> ''), '{}') as names
  from house_movement m
  join posting t on t.site_id = m.site_id and t.id = m.posting_id
  join dnw d on d.site_id = m.site_id and d.id = m.ref_id
  join payout p on p.site_id = m.site_id and p.member_id = d.member_id and p.currency = m.currency and p.amount = t.amount
    and p.house_account = t.account and p.house_sub = t.sub and p.state = 'FAILED'
  where m.reason = 'PAYOUT_LATE' and not m.is_shown
  group by 1, 2
) n
where m.site_id = n.site_id and m.posting_id = n.posting_id;
