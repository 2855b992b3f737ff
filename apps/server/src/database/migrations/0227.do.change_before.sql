-- What held before a change of the configuration, so that its history shows both. Of earlier changes nobody wrote it down.
alter table config_change add column before jsonb not null default '{}';
alter table config_change alter column before drop default;
