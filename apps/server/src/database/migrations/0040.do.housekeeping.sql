-- What is let go with time, and what notes it.

-- Reduced minutes keep, in their own row, the ticks that five years of evidence need and the hashes that prove them.
alter table tick_log add column kept bytea; -- deflated JSON: leaves, their places, what is left of the tree
alter table tick_log add check (leaves is null or kept is null);
grant update (kept) on tick_log to maru_core; -- of leaves it is granted already
grant delete on tick_log to maru_core;
drop table evidence_window;

-- The house's own time: that of its newest batch, which is written at least each second while the core runs.
create function maru_domain_time() returns bigint language sql stable as $$
  select coalesce((select at from journal_batch order by epoch desc, seq desc limit 1), 0)
$$;

-- The log stays append-only but for this: a whole minute older than 90 days is reduced, once; nothing else of it changes.
create function tick_log_reduces() returns trigger language plpgsql as $$
begin
  if old.leaves is null or new.leaves is not null or new.kept is null
     or old.minute > maru_domain_time() - 90 * 86400000::bigint
     or row (new.instrument, new.minute, new.chain_no, new.first_seq, new.last_seq, new.tick_count, new.first_source_ts,
             new.last_source_ts, new.root, new.previous_chain, new.chain, new.cut_at)
        is distinct from
        row (old.instrument, old.minute, old.chain_no, old.first_seq, old.last_seq, old.tick_count, old.first_source_ts,
             old.last_source_ts, old.root, old.previous_chain, old.chain, old.cut_at) then
    raise exception 'minute % of % may be reduced once, after 90 days, and not be changed otherwise', old.minute, old.instrument
      using errcode = 'MR003';
  end if;
  return new;
end
$$;
create trigger tick_log_reduces before update on tick_log for each row execute function tick_log_reduces();

-- And this: minutes older than five years go, from the start of a chain and never its newest, so that no hole comes into it.
create function tick_log_forgets() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select instrument, max(minute) as minute, max(chain_no) as chain_no from gone group by instrument) g
    left join lateral (
      select chain_no from tick_log where instrument = g.instrument order by chain_no limit 1
    ) first on true
    where g.minute > maru_domain_time() - 5 * 366 * 86400000::bigint
       or first.chain_no is distinct from g.chain_no + 1) then
    raise exception 'minutes are deleted from the start of their chain, after five years' using errcode = 'MR003';
  end if;
  return null;
end
$$;
create trigger tick_log_forgets after delete on tick_log
  referencing old table as gone for each statement execute function tick_log_forgets();

create index login_session_expiry on login_session (expires_at);

-- When a job last ended well, so that of several processes one runs it (wall clock).
create table job_run (
  name text primary key,
  ended_at bigint not null,
  rows bigint not null
);
grant select, insert, update on job_run to maru_core;

-- What each comparison of the balances with the postings found. The newest row says whether money may leave the house.
create table reconciliation (
  at bigint primary key, -- wall clock
  breaks bigint not null check (breaks >= 0),
  findings jsonb not null -- the first of each rule
);
grant select, insert, delete on reconciliation to maru_core;
