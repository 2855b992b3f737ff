-- Numbers of support and alerts that were constants of the server.
alter table site_config
  add column chat_wait_ms int not null default 180000 check (chat_wait_ms between 60000 and 3600000),
  add column chat_silent_ms int not null default 1800000 check (chat_silent_ms between 300000 and 86400000),
  add column chat_days int not null default 365 check (chat_days between 30 and 3650),
  add column chat_from_minute int not null default 0 check (chat_from_minute between 0 and 1439),
  add column chat_to_minute int not null default 1440 check (chat_to_minute between 1 and 1440),
  add column inquiry_answer_ms int not null default 86400000 check (inquiry_answer_ms between 3600000 and 604800000),
  add column inquiry_close_days int not null default 7 check (inquiry_close_days between 1 and 90),
  add column message_days int not null default 90 check (message_days between 30 and 365),
  add column alert_rest_ms int not null default 600000 check (alert_rest_ms between 60000 and 86400000),
  add column alert_back_ppm int not null default 1000 check (alert_back_ppm between 100 and 100000);

-- What a member was promised stays when the site's number changes.
alter table inquiry add column due_at bigint;
update inquiry set due_at = asked_at + 86400000;
alter table inquiry alter column due_at set not null;
