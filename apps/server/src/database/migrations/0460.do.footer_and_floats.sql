-- The console edits footers.
grant update (footer) on site to maru_api;

-- Coins that a merchant of P2P brings in advance or takes back.
alter table house_move
  drop constraint house_move_move_check,
  add constraint house_move_move_check
    check (move in ('TRANSFER', 'OPENING', 'CAPITAL_IN', 'CAPITAL_OUT', 'FUND_IN', 'FUND_OUT', 'FLOAT_IN', 'FLOAT_OUT'));
