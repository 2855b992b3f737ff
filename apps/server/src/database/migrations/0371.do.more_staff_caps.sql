-- Payouts of what is left of a member, and moves of the house's money, have caps too.
alter table staff_cap drop constraint staff_cap_act_check;
alter table staff_cap add constraint staff_cap_act_check
  check (act in ('WITHDRAW', 'GRANT', 'DEDUCT', 'PAYOUT', 'HOUSE'));
