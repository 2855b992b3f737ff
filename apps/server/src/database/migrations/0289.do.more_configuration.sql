-- Numbers of the rules that stood in code: sign-in, codes, rates, second persons, demo grants, purchases from merchants; and
-- times of the week in which an option takes no new orders.
alter table site_config
  add column sign_in_tries int not null default 5 check (sign_in_tries between 1 and 10),
  add column sign_in_lock_ms int not null default 900000 check (sign_in_lock_ms > 0),
  add column sign_ins_a_minute int not null default 5 check (sign_ins_a_minute > 0),
  add column refreshes_a_minute int not null default 30 check (refreshes_a_minute > 0),
  add column orders_a_second int not null default 10 check (orders_a_second > 0),
  add column money_a_minute int not null default 5 check (money_a_minute > 0),
  add column otps_a_minute int not null default 3 check (otps_a_minute > 0),
  add column code_ms int not null default 180000 check (code_ms between 60000 and 600000),
  add column code_tries int not null default 5 check (code_tries between 1 and 5),
  add column code_resend_ms int not null default 60000 check (code_resend_ms > 0),
  add column codes_an_hour int not null default 5 check (codes_an_hour > 0),
  add column session_ms int not null default 1209600000 check (session_ms between 3600000 and 1209600000),
  add column session_idle_ms int not null default 86400000 check (session_idle_ms between 600000 and 86400000),
  add column most_sessions int not null default 5 check (most_sessions between 1 and 5),
  add column staff_session_ms int not null default 28800000 check (staff_session_ms between 1800000 and 28800000),
  add column staff_idle_ms int not null default 900000 check (staff_idle_ms between 300000 and 900000),
  add column desk_approval_ms int not null default 86400000 check (desk_approval_ms > 0),
  add column demo_grant_won bigint not null default 10000000 check (demo_grant_won >= 0),
  add column demo_grant_usdt bigint not null default 1000000000000 check (demo_grant_usdt >= 0);

alter table money_config
  add column p2p_ask_ms bigint not null default 300000 check (p2p_ask_ms > 0),
  add column p2p_pay_ms bigint not null default 900000 check (p2p_pay_ms > 0),
  add column p2p_answer_ms bigint not null default 1800000 check (p2p_answer_ms > 0),
  add column p2p_late_ms bigint not null default 86400000 check (p2p_late_ms > 0),
  add column p2p_most_unpaid int not null default 3 check (p2p_most_unpaid > 0),
  add column p2p_block_ms bigint not null default 86400000 check (p2p_block_ms > 0);

alter table round_option add column pauses jsonb not null default '[]';
alter table futures_option add column pauses jsonb not null default '[]';
alter table oversea_option add column pauses jsonb not null default '[]';
