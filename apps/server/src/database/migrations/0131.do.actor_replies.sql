-- Replies are kept per actor: a member's id, a member of staff's, or a provider's name. A provider's key is its event, which need not be
-- a UUID. What is stored was answered to members.
alter table stored_reply
  drop constraint stored_reply_pkey,
  add column actor_kind text collate "C" not null default 'member' check (actor_kind in ('member', 'staff', 'provider')),
  alter column member_id type text collate "C" using member_id::text,
  alter column key type text collate "C" using key::text;
alter table stored_reply rename column member_id to actor_id;
alter table stored_reply
  alter column actor_kind drop default,
  add primary key (site_id, actor_kind, actor_id, key);
