-- How much a member of staff may let out, give or take at once, in won: his own cap, else that of his role. No row: no cap.
create table staff_cap (
  site_id bigint not null references site (id),
  scope   text not null check (scope in ('ROLE', 'STAFF')),
  holder  text not null, -- a role, or the id of a member of staff
  act     text not null check (act in ('WITHDRAW', 'GRANT', 'DEDUCT')),
  won     bigint not null check (won >= 0),
  primary key (site_id, scope, holder, act)
);
select maru_tenant('staff_cap', 'select, insert, update, delete');
grant delete on approval_life to maru_api;
