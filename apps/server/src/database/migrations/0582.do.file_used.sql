-- When its member last sent a file along with something: what nothing refers to goes a week after it was made or last sent along. The
-- mark is written before the reference, so that a file is never deleted while it is being attached.
alter table member_file add column used_at bigint;
grant update (used_at) on member_file to maru_api;
create index member_file_age on member_file (coalesce(used_at, created_at));

-- Who refers to a file.
create index inquiry_line_files on inquiry_line using gin (file_ids) where file_ids <> '{}';
create index chat_line_file on chat_line (site_id, file_id) where file_id is not null;
create index p2p_statement_files on p2p_statement using gin (file_ids) where file_ids <> '[]';
