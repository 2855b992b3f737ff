-- What the core could not take: prices and commands that broke an invariant, for a person to look at. They are told to no core again.
create table input_set_aside (
  id bigint generated always as identity primary key,
  at bigint not null, -- wall clock
  kind text not null,
  subject text not null, -- an instrument, a pair of currencies, or the name of a command's key
  input jsonb not null,
  error text not null
);
grant select, insert on input_set_aside to maru_core;
