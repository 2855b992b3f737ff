-- The reason that an operator publishes with a round that he makes void.
alter table round add column void_note text;
