-- A member's list of movements begins with the demo money that his wallets were opened with.
create index posting_grant on posting (site_id, member_id) where account = 'MEMBER' and reason = 'DEMO_GRANT';
