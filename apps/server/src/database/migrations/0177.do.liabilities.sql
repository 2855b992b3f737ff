-- What a site owed its members when a month began, as a Merkle tree of sums, so that each member can check that he was counted.

create table liability_statement (
  site_id bigint not null,
  month text not null, -- YYYY-MM, KST
  currency text not null,
  at bigint not null, -- wall clock
  leaf_count integer not null,
  total numeric not null,
  root bytea not null,
  key_id text not null,
  signature text not null,
  primary key (site_id, month, currency)
);
select maru_tenant('liability_statement', 'select');
revoke update, delete on liability_statement from maru_core;

-- Every node: level 0 are the leaves, with whose they are and the salt under which their content is hashed.
create table liability_node (
  site_id bigint not null,
  month text not null,
  currency text not null,
  level smallint not null,
  index integer not null,
  hash bytea not null,
  sum numeric not null,
  member_id bigint,
  salt text,
  parts jsonb, -- a leaf's amounts in minor units, as text
  primary key (site_id, month, currency, level, index)
);
create index liability_node_member on liability_node (site_id, member_id, month) where member_id is not null;
select maru_tenant('liability_node', 'select');
revoke update, delete on liability_node from maru_core;
