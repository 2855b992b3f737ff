-- What staff did and looked at. Whoever does something writes it in the transaction of what it does; nobody changes or deletes a row.
create table staff_act (
  site_id     bigint not null,
  id          bigint not null,
  staff_id    bigint not null,
  action      text not null,
  subject_id  bigint,
  reason      text not null,
  approved_by bigint,
  refusal     text,
  said        jsonb not null,
  changes     jsonb not null,
  request     text,
  at          bigint not null,
  primary key (site_id, id)
);
create index staff_act_at on staff_act (site_id, at, id);
create index staff_act_staff on staff_act (site_id, staff_id, at);
create index staff_act_subject on staff_act (site_id, subject_id, at) where subject_id is not null;
select maru_tenant('staff_act', 'select, insert');
revoke update, delete on staff_act from maru_core;

-- Acts that the chain does not hold yet.
create table staff_act_unsealed (
  site_id bigint not null,
  id      bigint not null,
  primary key (site_id, id)
);
select maru_tenant('staff_act_unsealed', 'insert');

create function staff_act_to_seal() returns trigger language plpgsql as $$
begin
  insert into staff_act_unsealed (site_id, id) values (new.site_id, new.id);
  return null;
end
$$;
create trigger staff_act_to_seal after insert on staff_act for each row execute function staff_act_to_seal();

-- One chain over all sites: each hash is over the one before it and the act. One writer seals.
create table staff_act_seal (
  seq       bigint not null unique,
  site_id   bigint not null,
  id        bigint not null,
  hash      text not null,
  sealed_at bigint not null,
  primary key (site_id, id),
  foreign key (site_id, id) references staff_act (site_id, id)
);
alter table staff_act_seal enable row level security;
alter table staff_act_seal force row level security;
create policy tenant on staff_act_seal to maru_api using (site_id = nullif(current_setting('maru.site_id', true), '')::bigint);
create policy core on staff_act_seal to maru_core using (true);
grant select, insert on staff_act_seal to maru_core;
grant select on staff_act_seal to maru_api;
