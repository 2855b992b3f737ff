-- What members are known by, as the core knows it: keyed hashes, from which risk groups follow.
create table member_trait (
  site_id bigint not null,
  member_id bigint not null,
  kind text not null check (kind in ('IDENTITY', 'DEVICE', 'BANK', 'ADDRESS')),
  hash text collate "C" not null,
  at bigint not null,
  primary key (site_id, member_id, kind, hash)
);
select maru_tenant('member_trait', 'select');

-- What the API saw of that, written with the fact itself; told_at: when the core took it over. Devices of one member alone are not told.
create table trait_seen (
  site_id bigint not null,
  member_id bigint not null,
  kind text not null check (kind in ('IDENTITY', 'DEVICE', 'BANK', 'ADDRESS')),
  hash bytea not null,
  seen_at bigint not null,
  told_at bigint,
  primary key (site_id, member_id, kind, hash)
);
create index trait_seen_shared on trait_seen (site_id, kind, hash);
create index trait_seen_untold on trait_seen (site_id, member_id) where told_at is null;
select maru_tenant('trait_seen', 'select, insert, update');

insert into trait_seen (site_id, member_id, kind, hash, seen_at)
  select site_id, id, 'IDENTITY', person_hash, coalesce(identity_at, created_at) from member where person_hash is not null;
insert into trait_seen (site_id, member_id, kind, hash, seen_at)
  select site_id, member_id, case kind when 'BANK' then 'BANK' else 'ADDRESS' end, lookup_hash, min(created_at)
    from payout_account group by 1, 2, 3, 4;
