-- The deposit or withdrawal that an inquiry is about, where its member named one of his.
alter table inquiry add column dnw_id bigint;
alter table inquiry add foreign key (site_id, dnw_id) references dnw (site_id, id);
