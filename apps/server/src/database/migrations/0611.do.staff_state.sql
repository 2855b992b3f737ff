-- The core knows who is of the staff: no command of theirs as members is taken.
alter table member_state add column is_staff boolean not null default false;
update member_state s set is_staff = true from member m
 where m.site_id = s.site_id and m.id = s.member_id and m.kind = 'STAFF';
