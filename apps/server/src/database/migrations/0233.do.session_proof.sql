-- When a member of staff last proved in a session that he holds his authenticator app; null: at its sign-in.
alter table login_session add column proven_at bigint;
