-- The last word of a statement that brings rows to their newest form: a row that was to be there and is not fails the batch.
create function maru_all_written(expected int, written bigint) returns void
language plpgsql as $$
begin
  if written <> expected then
    raise exception '% of % changed rows are in the database', written, expected using errcode = 'MR002';
  end if;
end
$$;
