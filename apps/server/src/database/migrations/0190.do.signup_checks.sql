-- What a site has proved at sign-up; nothing: a member proves it when something asks for it.
alter table site
  add column signup_checks text[] not null default '{}' check (signup_checks <@ array['IDENTITY', 'PHONE', 'EMAIL']);
