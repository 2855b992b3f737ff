-- Emergency stops: one person stops, another one confirms it, two open again. The core writes them; none ends by itself.
create table stop (
  site_id            bigint not null,
  id                 bigint not null,
  scope              text not null check (scope in ('INSTRUMENT', 'LINE', 'WITHDRAWALS')),
  line               text check (line in ('ROUND', 'FUTURES', 'OVERSEA')),
  instrument         text,
  reason             text not null,
  given_by           bigint not null,
  given_at           bigint not null,
  confirm_by         bigint not null,
  confirmed_by       bigint check (confirmed_by <> given_by),
  confirmed_at       bigint,
  opened_by          bigint,
  opened_approved_by bigint check (opened_approved_by <> opened_by),
  opened_reason      text,
  opened_at          bigint,
  primary key (site_id, id),
  check ((scope = 'INSTRUMENT') = (instrument is not null)),
  check (scope <> 'LINE' or line is not null),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check ((opened_by is null) = (opened_at is null) and (opened_by is null) = (opened_approved_by is null))
);
create index stop_standing on stop (site_id, id) where opened_at is null;
select maru_tenant('stop', 'select');

alter table site_config
  add column stop_confirm_ms int not null default 600000 check (stop_confirm_ms between 60000 and 3600000);
