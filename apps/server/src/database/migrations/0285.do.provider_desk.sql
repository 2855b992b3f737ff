-- Providers are configured from the console by two persons: keys that wait for the second one, sealed; nothing else of the house reads them.
create table provider_draft (
  site_id    bigint not null,
  id         bigint not null,
  sealed     bytea not null,
  created_at bigint not null,
  primary key (site_id, id)
);
select maru_tenant('provider_draft', 'select, insert, delete');
grant insert, update, delete on provider_config to maru_api;
