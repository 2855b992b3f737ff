-- What a merchant sold counts against the limits of deposits as what a bank brought: a start reads both.
drop index dnw_deposited;
create index dnw_deposited on dnw (site_id, member_id, processed_at) where type in ('D', 'WB') and status = 'COMPLETED';
