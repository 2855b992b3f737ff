-- The last four digits of a member's number as a keyed hash, as staff search for them; a job fills in those of earlier numbers.
alter table member add column phone_end bytea;
create index member_phone_end on member (site_id, phone_end) where phone_end is not null;
create index member_phone_end_missing on member (site_id, id) where phone_end is null and phone_sealed is not null;

-- Sign-ups that wait for the approval of a LICENSED site.
create index member_pending on member (site_id, id) where status = 'PENDING';
