-- The contract lists the kinds; a copy of its list here would have to change with each new one.
alter table approval drop constraint if exists approval_kind_check;
alter table approval add constraint approval_kind_check check (kind ~ '^[A-Z][A-Z0-9_]{2,39}$');
