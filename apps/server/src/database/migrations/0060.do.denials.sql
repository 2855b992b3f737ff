-- Who is denied, for the look every two seconds that makes a status take effect.
create index member_denied on member (site_id, id) where status = 'DENY';
create index member_state_denied on member_state (site_id, member_id) where status = 'DENY';
