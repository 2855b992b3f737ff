-- Sites belong to groups, each of which has a core of its own. What a core writes about instruments, its batches and its lease are its
-- group's. Every site begins in the group main, and what was written so far is that group's.
alter table site add column site_group text not null default 'main' check (site_group ~ '^[a-z0-9_-]{1,40}$');

-- Without defaults: a core of before, which names no group, cannot write any more.
alter table core_lease rename column name to site_group;
update core_lease set site_group = 'main' where site_group = 'rounds';

alter table journal_batch add column site_group text not null default 'main', drop constraint journal_batch_pkey;
alter table journal_batch alter column site_group drop default, add primary key (site_group, epoch, seq);

alter table funding add column site_group text not null default 'main', drop constraint funding_pkey;
alter table funding alter column site_group drop default, add primary key (site_group, instrument, at);

alter table fixing add column site_group text not null default 'main', drop constraint fixing_pkey;
alter table fixing alter column site_group drop default, add primary key (site_group, trading_day);

drop function maru_next_batch(text, bigint, bigint);
-- The first statement of every batch. It fails unless the epoch is the newest of its group and the batch before this one is in the
-- database; it locks the lease until the transaction ends, so that a newer epoch is taken before the batch or after it, never within.
create function maru_next_batch(of_group text, expected_epoch bigint, next_seq bigint) returns void
language plpgsql as $$
begin
  update core_lease set seq = next_seq where site_group = of_group and epoch = expected_epoch and seq = next_seq - 1;
  if not found then
    raise exception 'batch % of epoch % does not follow the newest batch of group %', next_seq, expected_epoch, of_group
      using errcode = 'MR001';
  end if;
end
$$;

-- The house's own time: that of the newest batch of all groups; each writes one at least each second while its core runs.
create or replace function maru_domain_time() returns bigint language sql stable as $$
  select coalesce(max(newest.at), 0)
  from (select 'main' as site_group union select site_group from site) g
  cross join lateral (
    select at from journal_batch b where b.site_group = g.site_group order by epoch desc, seq desc limit 1) newest
$$;
