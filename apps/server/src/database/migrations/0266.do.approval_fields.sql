-- What the first person saw: each field in words, with the value before and after. The second one agrees to this, or hears what is newer.
alter table approval add column fields jsonb not null default '[]';
-- Who is at it: noted before a command is given, so that of two who agree at once one is turned away, and a crash leaves the name.
alter table approval add column claimed_by bigint;
alter table approval add column claimed_at bigint;
-- What nobody decided in time ends by itself: nobody decided it.
alter table approval drop constraint approval_state_check;
alter table approval add constraint approval_state_check
  check (state in ('PENDING', 'APPROVED', 'REFUSED', 'FAILED', 'EXPIRED'));
alter table approval drop constraint approval_check;
alter table approval add constraint approval_check check ((state in ('PENDING', 'EXPIRED')) = (decided_by is null));
create index approval_ended on approval (site_id, decided_at) where state in ('FAILED', 'EXPIRED');

-- How long approvals of a kind wait on a site, where it is not the shipped time.
create table approval_life (
  site_id bigint not null references site (id),
  kind    text not null check (kind ~ '^[A-Z][A-Z0-9_]{2,39}$'),
  life_ms bigint not null check (life_ms between 300000 and 604800000),
  primary key (site_id, kind)
);
select maru_tenant('approval_life', 'select, insert, update');
