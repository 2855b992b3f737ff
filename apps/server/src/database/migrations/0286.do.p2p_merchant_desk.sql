-- Staff add merchants and block them; a change names what it was asked on.
alter table p2p_merchant
  add column blocked_at bigint,
  add column rev int not null default 1;
