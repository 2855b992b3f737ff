-- Orders that are not paid for any more are out of play until their end is told. Which they are, a start reads.
alter table trading_order add column is_uncovered boolean not null default false;
