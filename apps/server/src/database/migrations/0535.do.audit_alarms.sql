-- What an audit wants staff to look at, although nothing is booked wrongly: it pauses nothing.
alter table reconciliation add column alarms jsonb not null default '[]';
