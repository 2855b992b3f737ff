-- What a message is about, and the page of ours that it leads to.
alter table message
  add column kind text not null default 'HOUSE'
    check (kind in ('PRICE', 'LIQUIDATION', 'ROUND', 'ORDER', 'MONEY', 'ECONOMIC', 'SECURITY', 'ANSWER', 'HOUSE')),
  add column link text;
