-- What members are told of: prices that they wait for, how they want to hear, and the devices that are reached.
create table price_alert (
  site_id     bigint not null,
  id          bigint not null,
  member_id   bigint not null,
  stock       text not null,
  instrument  text not null,
  ko_name     text not null,
  direction   text not null check (direction in ('ABOVE', 'BELOW')),
  price       text not null,
  is_repeated boolean not null,
  is_on       boolean not null default true,
  -- A repeated one that rang waits until the price was back; then it is armed again.
  is_armed    boolean not null default true,
  rung_at     bigint,
  created_at  bigint not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
create unique index price_alert_once on price_alert (site_id, member_id, stock, direction, price) where is_on;
create index price_alert_member on price_alert (site_id, member_id, id desc);
select maru_tenant('price_alert', 'select, insert, update, delete');

-- How a member wants to hear. No row: as everybody does at first.
create table alert_setting (
  site_id    bigint not null,
  member_id  bigint not null,
  setting    jsonb not null,
  updated_at bigint not null,
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references member (site_id, id)
);
select maru_tenant('alert_setting', 'select, insert, update');

-- A device that is reached through the push service of its browser, as long as its sign-in lasts. Who knows the address can write to
-- the device, so it is sealed with its keys and found by its hash.
create table push_subscription (
  site_id       bigint not null,
  id            bigint not null,
  member_id     bigint not null,
  session_id    bigint not null,
  endpoint_hash bytea not null,
  sealed        bytea not null,
  created_at    bigint not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id)
);
create unique index push_subscription_endpoint on push_subscription (site_id, endpoint_hash);
create index push_subscription_member on push_subscription (site_id, member_id);
select maru_tenant('push_subscription', 'select, insert, update, delete');

-- Of what a member was told: the same thing, heard of again after a restart, is told once.
create table alert_told (
  site_id   bigint not null,
  member_id bigint not null,
  key       text not null,
  at        bigint not null,
  primary key (site_id, member_id, key)
);
create index alert_told_at on alert_told (at);
select maru_tenant('alert_told', 'select');

-- The keys by which push services know the house; of the whole installation, the private one sealed.
create table push_key (
  is_only    boolean primary key default true check (is_only),
  public_key text not null,
  sealed     bytea not null,
  created_at bigint not null
);
grant select, insert on push_key to maru_core;

-- Up to when what happened to members was looked through, group by group: a start goes on from there.
create table alert_cursor (
  site_group text primary key,
  at         bigint not null
);
grant select, insert, update on alert_cursor to maru_core;
