-- The postings of members as staff look for them: by member and by day. A copy behind the journal, so that no posting has to pay for an
-- index that only the console needs; it can be dropped and taken over anew from the postings at any time.
create table ledger_entry (
  site_id     bigint not null,
  at          bigint not null,
  posting_id  bigint not null,
  txn_id      bigint not null,
  member_id   bigint not null,
  wallet_type text collate "C" not null,
  currency    text collate "C" not null,
  amount      bigint not null,
  balance     bigint not null, -- of the wallet, after it
  reason      text collate "C" not null,
  ref_id      bigint,
  primary key (site_id, at, posting_id) include (wallet_type, reason)
);
create index ledger_entry_member on ledger_entry (site_id, member_id, at desc, posting_id desc) include (wallet_type, reason);
-- A rare reason among a million entries is found without reading past the others.
create index ledger_entry_member_reason on ledger_entry (site_id, member_id, reason, at desc, posting_id desc) include (wallet_type);
create index ledger_entry_reason on ledger_entry (site_id, reason, at desc, posting_id desc) include (wallet_type);
select maru_tenant('ledger_entry', 'select');

-- What each wallet had after the last posting that was taken over.
create table ledger_balance (
  site_id     bigint not null,
  member_id   bigint not null,
  wallet_type text collate "C" not null,
  currency    text collate "C" not null,
  balance     bigint not null,
  primary key (site_id, member_id, wallet_type, currency)
);
select maru_tenant('ledger_balance', 'select');

-- Up to which posting a site's entries were taken over.
create table ledger_cursor (
  site_id    bigint primary key,
  posting_id bigint not null
);
select maru_tenant('ledger_cursor', 'select');
