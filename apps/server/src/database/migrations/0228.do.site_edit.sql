-- What the console changes of a site, by two persons: never its code, its money mode or its currency.
alter table site add column version int not null default 1;
grant update (name, flags, used_coins, live_chat, accent, version) on site to maru_api;
