-- Closing sums: what the postings of an account came to at the end of a day (KST, domain clock), so that a reconciliation reads the
-- newest of them and the postings after, and not every posting there ever was.

-- The days of a site that are closed. A posting before `cut_at` of the newest one is in the closing sums.
create table closing_day (
  site_id bigint not null,
  day date not null,
  cut_at bigint not null, -- 00:00 KST after the day
  postings bigint not null, -- of the day
  primary key (site_id, day)
);
select maru_tenant('closing_day', 'select');
revoke update, delete on closing_day from maru_core;

-- One row an account and day on which it moved: its sum from its first posting on. member_id 0 and wallet_type '': the house.
create table closing_sum (
  site_id bigint not null,
  account text not null,
  member_id bigint not null,
  wallet_type text not null,
  currency text not null,
  day date not null,
  sum bigint not null,
  is_first boolean not null, -- of its account
  primary key (site_id, account, member_id, wallet_type, currency, day) include (sum)
);
-- One row an account: from it the newest sum of each is found.
create index closing_sum_first on closing_sum (site_id, account, member_id, wallet_type, currency) where is_first;
select maru_tenant('closing_sum', 'select');
revoke update, delete on closing_sum from maru_core;
