-- A reply is repeated as it was said: text, which nothing parses on its way in.
alter table stored_reply alter column body type text;
