-- Lines of the ledger that credited cash by mistake and were taken back: each once, by the row of the history that is named.
create table cash_correction (
  site_id bigint not null,
  posting_id bigint not null,
  dnw_id bigint not null,
  at bigint not null,
  primary key (site_id, posting_id)
);
select maru_tenant('cash_correction', 'select');
