-- Lines without a reference are named by their day, time and amount, and the audit finds what is booked of each fact.
drop index money_fact_nameless;
create index money_fact_nameless on money_fact (site_id, provider, amount) where reference ~ '^\d{4}-\d\d-\d\d/' and named_by = '';
create index money_fact_named on money_fact (site_id, named_by) where named_by <> '';
create index suspense_named on suspense (site_id, provider, provider_ref);
-- What was booked twice under one name before facts were stored the desk knows as two: no row of it is the fact's.
update money_fact f set booked_id = null
 where at = 0 and booked_id is not null
   and (select count(*) from suspense s where s.site_id = f.site_id and s.provider = f.provider and s.currency = f.currency
         and s.cause <> 'RETURNED' and s.provider_ref = case f.kind when 'coin' then split_part(f.reference, ':', 3) else f.reference end) > 1;
