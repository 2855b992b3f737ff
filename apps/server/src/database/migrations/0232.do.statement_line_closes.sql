-- A line of a statement closes a withdrawal, or money of nobody that went back: the id of either.
alter table statement_line rename column dnw_id to closes_id;
