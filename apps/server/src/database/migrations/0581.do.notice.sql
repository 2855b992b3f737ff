-- What a member has to hear of, written with the fact by the core or the API; it becomes his message, pushes and mail.
alter table outgoing drop constraint outgoing_kind_check;
alter table outgoing add constraint outgoing_kind_check
  check (kind in ('payout', 'mail', 'sms', 'push', 'notice', 'provider-call')) not valid;
alter table outgoing validate constraint outgoing_kind_check;
drop policy messages on outgoing;
create policy messages on outgoing as restrictive for insert to maru_api
  with check ((kind in ('mail', 'sms', 'push', 'notice') or (kind = 'provider-call' and provider = 'nice'))
    and state = 'QUEUED' and attempts = 0);
