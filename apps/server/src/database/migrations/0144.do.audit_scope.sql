-- Whether every posting was read, or the closing sums and what came after them. Until now every posting was.
alter table reconciliation add column is_full boolean not null default true;
-- A finding names the sites that it concerns.
update reconciliation set findings = (
  select jsonb_agg(finding || jsonb_build_object('sites', (
    select jsonb_agg(distinct (row_found ->> 'site_id')::bigint) from jsonb_array_elements(finding -> 'first') row_found)))
  from jsonb_array_elements(findings) finding)
where breaks > 0;
