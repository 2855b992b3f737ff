-- Market data: shared by all sites. Prices count 10^-precision and volumes 10^-qtyPrecision of their instrument.

-- Buckets with a trade only; a gap is filled when it is read.
create table candle (
  instrument text not null,
  interval text not null check (interval in ('1s', '1m', '15m', '1h', '1d')),
  open_time bigint not null,
  open bigint not null check (open > 0),
  high bigint not null,
  low bigint not null check (low > 0),
  close bigint not null check (close > 0),
  volume bigint not null check (volume >= 0),
  primary key (instrument, interval, open_time),
  check (high >= low and open between low and high and close between low and high)
) with (fillfactor = 90);
grant select, insert, update, delete on candle to maru_core;
grant select on candle to maru_api;

-- One row an instrument and minute of receipt with ticks, written once. chain = SHA-256(previous_chain || root).
create table tick_log (
  instrument text not null,
  minute bigint not null check (minute % 60000 = 0),
  chain_no bigint not null check (chain_no > 0),
  first_seq bigint not null,
  last_seq bigint not null check (last_seq >= first_seq),
  tick_count int not null check (tick_count > 0),
  first_source_ts bigint not null,
  last_source_ts bigint not null check (last_source_ts >= first_source_ts),
  root bytea not null check (length(root) = 32),
  previous_chain bytea not null check (length(previous_chain) = 32),
  chain bytea not null check (length(chain) = 32),
  cut_at bigint, -- the log went on at this time after a stop: ticks shortly before may be missing
  leaves bytea not null, -- deflated JSON array of the leaves, in order
  primary key (instrument, minute),
  unique (instrument, chain_no)
);
alter table tick_log alter column leaves set storage external;
grant select, insert on tick_log to maru_core;
grant select on tick_log to maru_api;

-- A new row must follow the newest one of its instrument: neither a hole nor a fork can get into a chain.
create function tick_log_follows() returns trigger language plpgsql as $$
declare
  head record;
begin
  select chain_no, chain, minute, last_seq into head
    from tick_log where instrument = new.instrument order by chain_no desc limit 1;
  if found then
    -- The same minute again, after a commit whose answer was lost: it stands already.
    if exists (select from tick_log where instrument = new.instrument and chain_no = new.chain_no and chain = new.chain) then
      return null;
    end if;
    if new.chain_no <> head.chain_no + 1 or new.previous_chain <> head.chain
       or new.minute <= head.minute or new.first_seq <= head.last_seq then
      raise exception 'minute % of % does not follow the newest one of its chain', new.minute, new.instrument
        using errcode = 'MR002';
    end if;
  elsif new.chain_no <> 1 then
    raise exception 'the chain of % begins with 1', new.instrument using errcode = 'MR002';
  end if;
  return new;
end
$$;
create trigger tick_log_follows before insert on tick_log for each row execute function tick_log_follows();

-- Ticks of the minutes that are open, written every second: what a crash leaves of them.
create table tick_spool (
  instrument text not null,
  first_seq bigint not null,
  minute bigint not null,
  leaves text not null, -- JSON array
  primary key (instrument, first_seq)
);
grant select, insert, update, delete on tick_spool to maru_core;
grant select on tick_spool to maru_api;
