-- What is refused at the second yes has failed, and says why: it is not approved again.
alter table approval drop constraint approval_state_check;
alter table approval add constraint approval_state_check check (state in ('PENDING', 'APPROVED', 'REFUSED', 'FAILED'));
alter table approval add column failure text;
alter table approval add constraint approval_failure_check check ((state = 'FAILED') = (failure is not null));
