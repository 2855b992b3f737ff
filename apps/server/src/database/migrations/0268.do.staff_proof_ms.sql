-- How long after a code of the authenticator app staff change money and settings without another one.
alter table site_config
  add column staff_proof_ms int not null default 600000 check (staff_proof_ms between 60000 and 900000);
