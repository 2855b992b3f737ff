-- A nickname counts by its compatibility form in lower case, without characters that show nothing: two members cannot look alike.
alter table member add column nick_key text;
update member set nick_key = lower(normalize(regexp_replace(
  normalize(nick, NFKC),
  E'[\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]', '', 'g'), NFKC));
-- Of those that look alike already, the oldest keeps the form; the others keep their names until they change them.
update member m set nick_key = nick_key || '#' || id
  where exists (
    select 1 from member o where o.site_id = m.site_id and o.nick_key = m.nick_key and o.id < m.id);
alter table member alter column nick_key set not null;
alter table member add constraint member_nick_key unique (site_id, nick_key);
