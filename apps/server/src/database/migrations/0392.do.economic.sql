-- Economic releases that a site shows its members, imported by its staff (rules G). Figures stay as their source writes them.
create table economic_event (
  site_id    bigint not null,
  id         bigint not null,
  at         bigint not null,
  country    text not null check (country ~ '^[A-Z]{2}$'),
  name       text not null,
  importance int not null check (importance between 1 and 3),
  previous   text,
  forecast   text,
  actual     text,
  source     text not null,
  primary key (site_id, id),
  -- What makes a release the same one in the next import.
  unique (site_id, at, country, name)
);
select maru_tenant('economic_event', 'select, insert, update, delete');
