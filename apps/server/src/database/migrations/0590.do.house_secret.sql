-- Under which TOKEN_SECRET the house is sealed, by the secret's id, and the keys of the hashes by which values are found: those stay when
-- the secret is replaced, sealed under it. Read by the owner at a start; of the whole installation.
create table house_secret (
  is_only boolean primary key default true check (is_only),
  key_id  text not null,
  lookup  bytea not null,
  since   bigint not null
);
