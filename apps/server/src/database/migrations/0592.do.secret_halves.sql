-- The house makes the secrets of a provider; the two persons who set them see one half each, once. Drafts from before have nobody who asked:
-- their secrets were entered, and are shown to no one.
alter table provider_draft
  add column asked_by         bigint,
  add column first_shown_at   bigint,
  add column second_shown_at  bigint,
  add column second_shown_by  bigint,
  add check (second_shown_by <> asked_by);
grant update on provider_draft to maru_api;
