-- Webhooks that were refused, counted by the hour, with the last one's content masked: whoever sends them has signed nothing that
-- the house believes, so neither their number nor their content may fill a table.
create table refused_webhook (
  site_id    bigint not null,
  hour_at    bigint not null,
  provider   text collate "C" not null,
  fault      text not null check (fault in ('FORM', 'KEY', 'SIGNATURE', 'TIME', 'BODY', 'REPLAYED')),
  count      int not null check (count > 0),
  last_at    bigint not null,
  last_ip    text not null,
  last_bytes int not null,
  last_body  text not null, -- masked; empty where it is no JSON
  primary key (site_id, hour_at, provider, fault)
);
select maru_tenant('refused_webhook', 'select, insert, update');
