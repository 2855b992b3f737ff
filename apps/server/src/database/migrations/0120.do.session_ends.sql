-- For the look every two seconds that ends sessions at their time and bars devices at once.
create index login_session_expires on login_session (expires_at) where ended_at is null;
create index login_session_rotated on login_session (rotated_at) where ended_at is null;
create index member_block_device on member (site_id, id) where block_device <> '';
