-- When members read the risk warning; the newest counts for a year, the others are kept as a record.
create table risk_acknowledgement (
  site_id bigint not null,
  member_id bigint not null,
  at bigint not null,
  primary key (site_id, member_id, at)
);
select maru_tenant('risk_acknowledgement', 'select, insert');
