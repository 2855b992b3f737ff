-- The money that a request of two persons moves, in minor units of its currency: what is far beyond the usual is told to the second one.
alter table approval add column amount bigint check (amount >= 0);
alter table approval add column currency text;
alter table approval add constraint approval_amount check ((amount is null) = (currency is null));

-- What was agreed to before counts as usual too, where its row tells the amount.
update approval a set amount = s.amount, currency = s.currency from suspense s
 where a.kind in ('SUSPENSE_ASSIGN', 'SUSPENSE_RETURN') and s.site_id = a.site_id and s.id = a.subject_id;
update approval a set amount = o.won, currency = 'KRW' from p2p_order o
 where a.kind in ('P2P_RELEASE', 'P2P_RETURN') and o.site_id = a.site_id and o.id = a.subject_id;
update approval set amount = (payload ->> 'point')::bigint, currency = 'KRW'
 where kind in ('BONUS_GRANT', 'BONUS_DEDUCT') and payload ->> 'point' ~ '^[0-9]{1,18}$';
update approval set amount = (payload ->> 'amount')::bigint, currency = payload ->> 'currency'
 where kind = 'HOUSE_MOVE' and payload ->> 'amount' ~ '^[0-9]{1,18}$' and payload ->> 'currency' is not null;

update approval set currency = 'KRW',
       amount = least((payload ->> 'point')::numeric * (payload ->> 'maxUses')::numeric, 9223372036854775807)::bigint
 where kind = 'COUPON_CREATE' and payload ->> 'point' ~ '^[0-9]{1,18}$' and payload ->> 'maxUses' ~ '^[0-9]{1,18}$';

-- The newest requests of each kind that were carried out.
create index dnw_usual on dnw (site_id, type, currency, id)
  where status = 'COMPLETED' and type in ('D', 'W', 'WB', 'WS');
create index approval_usual on approval (site_id, kind, currency, id) where state = 'APPROVED' and amount is not null;
