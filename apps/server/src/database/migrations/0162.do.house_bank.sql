-- Bank accounts of the house that members send to; the sub names one in the ledger.
create table house_bank (
  site_id bigint not null references site (id),
  sub     text not null check (sub ~ '^[a-z0-9-]{2,40}$'),
  bank    text not null,
  code    text not null,
  number  text not null,
  holder  text not null,
  is_open boolean not null default true,
  rank    int not null default 0,
  primary key (site_id, sub)
);
select maru_tenant('house_bank', 'select');
