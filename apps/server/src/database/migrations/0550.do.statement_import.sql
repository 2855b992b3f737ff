-- Statements that are imported by hand: a file waits whole for a second person, and its lines say which file they came with.
create table statement_import (
  site_id       bigint not null,
  id            bigint not null,
  provider      text collate "C" not null,
  currency      text not null,
  day           date not null, -- KST
  opening       bigint not null, -- minor units; of a correction: as it is with the correction
  closing       bigint not null,
  is_correction boolean not null, -- its lines are added to a final day, of which everything stays
  lines         jsonb not null, -- as they will be stored: amounts in minor units
  requested_by  bigint not null,
  reason        text not null,
  created_at    bigint not null, -- wall clock
  stored_at     bigint, -- null: it waits, or was refused
  primary key (site_id, id)
);
create index statement_import_day on statement_import (site_id, provider, currency, day) where stored_at is not null;
select maru_tenant('statement_import', 'select, insert, update');

alter table statement_day
  add column corrected_opening bigint, -- with the corrections of a final day; null: it has none
  add column corrected_closing bigint,
  add check ((corrected_opening is null) = (corrected_closing is null));

alter table statement_line
  add column import_id bigint, -- the file that brought it; null: its provider reported it
  add column confirmed_by bigint, -- who looked at an imported line that moves money
  add column confirmed_at bigint,
  add column fee_gap bigint not null default 0, -- its fee less the booked one, which two persons settle
  add check ((confirmed_by is null) = (confirmed_at is null));
create index statement_line_import on statement_line (site_id) where import_id is not null and confirmed_by is null and txn_id is null;

create index statement_line_fee on statement_line (site_id) where fee_gap <> 0;

-- What a provider may take for a movement: what it takes beyond is not booked by itself.
create table provider_tariff (
  site_id    bigint not null,
  provider   text collate "C" not null,
  currency   text not null,
  kind       text not null check (kind in ('deposit', 'payout', 'return', 'fee', 'transfer')),
  fixed      bigint not null check (fixed >= 0), -- minor units, of each line; of kind fee: of all lines of a day
  rate_ppm   int not null check (rate_ppm between 0 and 1000000), -- of the line's amount, rounded up
  updated_at bigint not null, -- wall clock
  primary key (site_id, provider, currency, kind)
);
select maru_tenant('provider_tariff', 'select, insert, update, delete');

-- A file is stored in the transaction in which the second person approves it.
grant insert, update on statement_day, statement_line to maru_api;
grant update on house_movement to maru_api;

-- Days that one person imported: their lines that show nothing yet wait for another person, too.
insert into statement_import
  (site_id, id, provider, currency, day, opening, closing, is_correction, lines, requested_by, reason, created_at, stored_at)
select site_id, nextval('maru_id'), provider, currency, day, opening, closing, false, '[]', imported_by, import_reason, read_at, read_at
from statement_day where imported_by is not null;
update statement_line l set import_id = i.id
from statement_import i
where i.site_id = l.site_id and i.provider = l.provider and i.currency = l.currency and i.day = l.day;
