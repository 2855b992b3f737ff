-- The withdrawal that the desk closed by a line of a statement: a line closes one.
alter table statement_line add column dnw_id bigint;
