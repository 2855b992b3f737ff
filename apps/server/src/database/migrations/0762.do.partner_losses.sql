-- Partners may earn of what the house wins from their members, where a site says so: less what fees and stakes pay them, and less what
-- members won in weeks before.
alter table site_config
  add column is_partner_loss_on boolean not null default false,
  add column partner_loss_cap_ppm int not null default 300000;
alter table partner_terms add column loss_ppm int not null default 0 check (loss_ppm between 0 and 300000);
alter table commission_base add column loss bigint not null default 0; -- KRW; negative: the member won
alter table commission_line add column carry bigint not null default 0 check (carry <= 0 and (carry = 0 or type = 'LOSS'));
alter table commission_line drop constraint commission_line_type_check;
alter table commission_line add constraint commission_line_type_check check (type in ('FEE', 'ROLL', 'LOSS'));
