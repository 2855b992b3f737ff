-- A sale that two persons have to approve waits unsent; a dispute that nobody decided in time goes to others.
alter table p2p_order
  add column review_by bigint,
  add column escalated_at bigint,
  add constraint p2p_order_review check (review_by is null or (state = 'OPEN' and side = 'SELL')),
  add constraint p2p_order_escalated check (escalated_at is null or state = 'DISPUTED');
-- Sales that wait for the desk, by their request.
create index p2p_order_reviewed on p2p_order (site_id, dnw_id) where review_by is not null;
