-- Money that arrives is booked as soon as it is known, and each fact from outside is stored once for ever.
create table money_fact (
  site_id    bigint not null,
  provider   text collate "C" not null,
  sub        text collate "C" not null,
  currency   text collate "C" not null,
  kind       text collate "C" not null check (kind in ('deposit', 'coin', 'fee')),
  reference  text collate "C" not null,
  state      text collate "C" not null check (state = 'ARRIVED'),
  amount     bigint not null check (amount > 0),
  booked_id  bigint,
  named_by   text collate "C" not null,
  created_at bigint not null,
  at         bigint not null,
  primary key (site_id, provider, sub, currency, kind, reference, state)
);
create index money_fact_recent on money_fact (at);
create index money_fact_newest on money_fact (site_id, created_at);
create index money_fact_nameless on money_fact (site_id, provider, amount) where reference like '#%' and named_by = '';
select maru_tenant('money_fact', 'select');

create table expected_deposit (
  site_id      bigint not null,
  id           bigint not null,
  provider     text collate "C" not null,
  currency     text collate "C" not null,
  amount       bigint not null check (amount > 0),
  payer        text not null,
  created_at   bigint not null,
  provider_ref text not null,
  closed_at    bigint,
  primary key (site_id, id)
);
create index expected_deposit_open on expected_deposit (site_id, id) where closed_at is null;
select maru_tenant('expected_deposit', 'select');

alter table suspense add column request_id bigint;
alter table suspense drop constraint suspense_cause_check, drop constraint suspense_amount_check;
alter table suspense
  add constraint suspense_cause_check check (cause in
    ('ARRIVED', 'REJECTED', 'REFERENCE', 'LATE', 'AMOUNT', 'PAYER', 'CURRENCY', 'RETURNED', 'LIMIT', 'OWNER')),
  add constraint suspense_amount_check check (amount <> 0),
  add constraint suspense_request_check check (cause <> 'ARRIVED' or request_id is not null);

-- Requests whose money has arrived and waits for two persons, by what its provider calls it.
create temporary table waiting on commit drop as
  select d.site_id, d.id, d.point, d.currency, substr(f.flag, 9) as provider_ref,
         case d.house_account when 'BANK_KRW' then 'bank' else d.house_sub end as provider
    from dnw d, jsonb_array_elements_text(d.flags) f (flag)
   where d.type = 'D' and d.processed_at is null and f.flag like 'ARRIVED %';

-- A statement has put the money of some into suspense: it waits for its request there. The core books the others in its first turn, which
-- knows a request that names what arrived and has nothing in suspense.
create temporary table found on commit drop as
  select distinct on (w.site_id, w.id) w.site_id, w.id, s.id as suspense_id, s.created_at
    from waiting w
    join suspense s on s.site_id = w.site_id and s.provider = w.provider and s.provider_ref = w.provider_ref
     and s.currency = w.currency and s.amount = w.point and s.state = 'OPEN'
   order by w.site_id, w.id, s.id;
update suspense s set cause = 'ARRIVED', request_id = f.id from found f where s.site_id = f.site_id and s.id = f.suspense_id;
update dnw d set steps = d.steps || jsonb_build_array(jsonb_build_object('state', 'ARRIVED', 'at', f.created_at)), rev = d.rev + 1
  from found f where d.site_id = f.site_id and d.id = f.id;
-- What the desk has given to somebody or sent back is not there for its request any more: the desk decides on that without it.
update dnw d
   set flags = coalesce((select jsonb_agg(flag) from jsonb_array_elements_text(d.flags) flag where flag not like 'ARRIVED %'), '[]'),
       rev = d.rev + 1
  from waiting w
 where d.site_id = w.site_id and d.id = w.id and (w.site_id, w.id) not in (select site_id, id from found)
   and exists (select from suspense s where s.site_id = w.site_id and s.provider = w.provider and s.provider_ref = w.provider_ref
                and s.state <> 'OPEN' and s.cause <> 'RETURNED');

-- The facts of before: what is or was in suspense, what providers reported of money that was credited, and what lines of statements show.
-- Those that the core books in its first turn it stores itself.
insert into money_fact (site_id, provider, sub, currency, kind, reference, state, amount, booked_id, named_by, created_at, at)
  select site_id, provider,
         case when is_coin then split_part(reference, ':', 2) else provider end, currency,
         case when is_coin then 'coin' else 'deposit' end,
         case when is_coin then reference else provider_ref end, 'ARRIVED', amount, id, '', created_at, 0
    from (select *, starts_with(reference, site_id || ':') and strpos(reference, ':' || provider_ref || ':') > 0 as is_coin
            from suspense where cause <> 'RETURNED' and house_account <> 'COIN_HOT' and provider_ref <> '') s
   order by id
  on conflict do nothing;
insert into money_fact (site_id, provider, sub, currency, kind, reference, state, amount, booked_id, named_by, created_at, at)
  select e.site_id, e.provider, e.provider, e.body->>'currency', 'deposit', e.body->>'providerRef', 'ARRIVED',
         trunc((e.body->>'amount')::numeric * case e.body->>'currency' when 'KRW' then 1 else 100000000 end), null, '', e.received_at, 0
    from provider_event e
   where e.kind = 'deposit' and e.dispatched_at is not null and e.fault is null and e.last_error is null
     and (e.body->>'amount')::numeric > 0
     and not exists (select from waiting w where w.site_id = e.site_id and w.provider = e.provider and w.provider_ref = e.body->>'providerRef')
   order by e.received_at
  on conflict do nothing;
insert into money_fact (site_id, provider, sub, currency, kind, reference, state, amount, booked_id, named_by, created_at, at)
  select site_id, provider, provider, currency, 'deposit', provider_ref, 'ARRIVED', amount, null, '', seen_at, 0
    from statement_line l
   where kind = 'deposit' and provider <> 'coin' and amount > 0 and txn_id > 0
     and not exists (select from waiting w where w.site_id = l.site_id and w.provider = l.provider and w.provider_ref = l.provider_ref)
  on conflict do nothing;

-- What the desk completed in the newest month, and neither a webhook nor a line has shown yet, is expected. Where money for the same request
-- came into suspense, the desk decides on that.
insert into expected_deposit (site_id, id, provider, currency, amount, payer, created_at, provider_ref, closed_at)
  select d.site_id, d.id, case d.house_account when 'BANK_KRW' then 'bank' else d.house_sub end, d.currency, d.point, d.counterparty,
         d.processed_at, '', null
    from dnw d
   where d.type = 'D' and d.status = 'COMPLETED' and jsonb_array_length(d.approvals) > 0
     and d.house_account in ('BANK_KRW', 'PROVIDER_CLEARING') and not d.flags @? '$[*] ? (@ starts with "ARRIVED ")'
     and d.processed_at > (select max(processed_at) from dnw n where n.site_id = d.site_id) - 31 * 86400000::bigint
     and not exists (select from house_movement m where m.site_id = d.site_id and m.ref_id = d.id and m.reason = 'DEPOSIT' and m.is_shown)
     and not exists (select from suspense s where s.site_id = d.site_id and s.reference = 'D' || d.id);
