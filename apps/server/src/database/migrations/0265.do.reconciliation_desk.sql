-- The desk looks at what a statement's line shows: the movement of its transaction.
create index house_movement_txn on house_movement (site_id, txn_id);
