-- What a provider takes back of money in suspense is offset against other money there, or borne by the house.
alter table suspense drop constraint suspense_state_check, drop constraint suspense_cause_check;
alter table suspense
  add constraint suspense_state_check check (state in ('OPEN', 'ASSIGNED', 'RETURNED', 'REORGED', 'OFFSET', 'WRITTEN_OFF')),
  add constraint suspense_cause_check check (cause in
    ('ARRIVED', 'REJECTED', 'REFERENCE', 'LATE', 'AMOUNT', 'PAYER', 'CURRENCY', 'RETURNED', 'LIMIT', 'OWNER', 'OFFSET'));

-- Money of another payer, or of a member who might bring none, came for the request that it names: two persons approve that with it.
update suspense s set request_id = d.id
  from dnw d
 where s.cause in ('PAYER', 'LIMIT') and s.state = 'OPEN' and s.request_id is null
   and d.site_id = s.site_id and 'D' || d.id = s.reference and d.type = 'D' and d.processed_at is null
   and d.point = s.amount and d.currency = s.currency and d.house_account = s.house_account;
update dnw d set flags = d.flags || '["IN_SUSPENSE"]', rev = d.rev + 1
 where d.processed_at is null and not d.flags ? 'IN_SUSPENSE'
   and exists (select from suspense s where s.site_id = d.site_id and s.request_id = d.id and s.cause in ('PAYER', 'LIMIT') and s.state = 'OPEN');

-- A deposit whose missing line two persons settled is expected no more.
update expected_deposit e set closed_at = b.created_at
  from house_movement m join break_settlement b on b.site_id = m.site_id and b.posting_id = m.posting_id
 where e.closed_at is null and m.site_id = e.site_id and m.ref_id = e.id and m.reason = 'DEPOSIT';
