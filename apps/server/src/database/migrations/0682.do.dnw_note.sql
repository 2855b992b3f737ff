-- What somebody at the desk wrote down about a request, for colleagues; nobody changes it.
create table dnw_note (
  site_id  bigint not null,
  id       bigint not null,
  dnw_id   bigint not null,
  staff_id bigint not null,
  text     text not null,
  at       bigint not null, -- wall clock
  primary key (site_id, id)
);
create index dnw_note_request on dnw_note (site_id, dnw_id, id desc);
select maru_tenant('dnw_note', 'select, insert');
