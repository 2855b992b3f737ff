-- What a partner earns and under whom he stands is agreed for weeks; his level follows from those above him.
alter table site_config
  add column partner_depth int not null default 2,
  add column partner_fee_cap_ppm int not null default 500000,
  add column partner_roll_cap_ppm int not null default 10000,
  add column partner_cut_days int not null default 7;

create table partner_terms (
  site_id    bigint not null,
  id         bigint not null, -- of two terms from one day the higher one holds
  partner_id bigint not null,
  from_day   bigint not null, -- Monday 00:00 KST, domain time
  parent_id  bigint,          -- null: right below the house
  fee_ppm    int not null check (fee_ppm between 0 and 500000),
  roll_ppm   int not null check (roll_ppm between 0 and 10000),
  agreed_at  bigint not null,
  primary key (site_id, id),
  foreign key (site_id, partner_id) references partner (site_id, id)
);
create index partner_terms_partner on partner_terms (site_id, partner_id);
select maru_tenant('partner_terms', 'select, insert');
revoke update, delete on partner_terms from maru_core;

-- Partners of before earned nothing, since ever: since the Monday before the epoch.
insert into partner_terms (site_id, id, partner_id, from_day, parent_id, fee_ppm, roll_ppm, agreed_at)
select site_id, id, id,       -291600000, parent_id, 0, 0, created_at
from partner;

drop index partner_parent;
alter table partner drop column level, drop column parent_id;
alter table partner drop constraint partner_status_check;
alter table partner add constraint partner_status_check check (status in ('PENDING', 'ACTIVE', 'SUSPENDED', 'REJECTED'));
alter table partner alter column member_id set not null;
drop index partner_member;
-- Somebody who was rejected may apply again.
create unique index partner_member on partner (site_id, member_id) where status <> 'REJECTED';
grant insert, update on partner to maru_api;

-- Codes that anybody ever had: none is used again.
create table referral_code (
  site_id    bigint not null,
  code       text not null, -- lower case
  partner_id bigint not null,
  at         bigint not null,
  primary key (site_id, code)
);
select maru_tenant('referral_code', 'select, insert');
insert into referral_code (site_id, code, partner_id, at) select site_id, lower(code), id, created_at from partner;

-- What became of a partner, by whom and why.
create table partner_event (
  site_id    bigint not null,
  id         bigint not null,
  partner_id bigint not null,
  kind       text not null check (kind in ('APPLIED', 'STARTED', 'REJECTED', 'SUSPENDED', 'LIFTED', 'TERMS', 'CODE')),
  by_id      bigint not null, -- a member or a member of staff
  reason     text not null,
  at         bigint not null, -- domain time
  wall       bigint not null,
  primary key (site_id, id)
);
create index partner_event_partner on partner_event (site_id, partner_id, at);
select maru_tenant('partner_event', 'select, insert');
revoke update, delete on partner_event from maru_core;
