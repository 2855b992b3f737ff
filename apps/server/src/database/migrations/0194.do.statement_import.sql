-- Who brought the statement of a day by hand, and why; null: its provider told it.
alter table statement_day
  add column imported_by bigint,
  add column import_reason text,
  add check ((imported_by is null) = (import_reason is null));
