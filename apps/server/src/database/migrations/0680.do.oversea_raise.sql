-- Raises of overseas margins and of the loss cut: what was open before keeps the number of then for a day. The core writes them.
create table oversea_raise (
  site_id     bigint not null,
  id          bigint not null,
  contract_id bigint, -- null: the loss cut of the site
  before      bigint not null check (before > 0),
  at          bigint not null, -- domain clock
  until       bigint not null check (until > at),
  ended_at    bigint,
  primary key (site_id, id)
);
create index oversea_raise_open on oversea_raise (site_id, id) where ended_at is null;
select maru_tenant('oversea_raise', 'select');
