-- What two persons declared of risk groups: a trait that joins nobody, members that belong together, members that do not.
create table risk_group_edit (
  site_id bigint not null,
  id bigint not null,
  kind text not null check (kind in ('EXEMPT', 'JOIN', 'SPLIT')),
  trait text,
  hash text collate "C",
  one_id bigint,
  other_id bigint,
  staff_id bigint not null,
  approved_by bigint not null,
  reason text not null,
  created_at bigint not null,
  undone_at bigint,
  undone_by bigint,
  primary key (site_id, id),
  check ((kind = 'EXEMPT') = (trait is not null and hash is not null)),
  check ((kind = 'EXEMPT') = (one_id is null and other_id is null)),
  check (one_id < other_id),
  check ((undone_at is null) = (undone_by is null)),
  check (staff_id <> approved_by)
);
create index risk_group_edit_open on risk_group_edit (site_id, id) where undone_at is null;
select maru_tenant('risk_group_edit', 'select');
