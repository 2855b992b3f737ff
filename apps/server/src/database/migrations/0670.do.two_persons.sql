-- Two persons agree from the shipped amount on, or from less.
update money_config set four_eyes_from = 10000000 where four_eyes_from > 10000000;

-- Requests that were decided by fewer persons than have to agree now, before they had to: an audit leaves them out.
create table earlier_decision (
  site_id bigint not null,
  dnw_id  bigint not null,
  primary key (site_id, dnw_id)
);
select maru_tenant('earlier_decision', 'select');
revoke insert, update, delete on earlier_decision from maru_core;

insert into earlier_decision (site_id, dnw_id)
select d.site_id, d.id
from dnw d
cross join lateral (
  select count(distinct s.member_id)
  from jsonb_to_recordset(d.approvals) as a ("staffId" bigint, at bigint)
  join staff s on s.member_id = a."staffId" and s.created_at <= a.at and (s.disabled_at is null or s.disabled_at >= a.at)) p
where (d.type in ('W', 'WS') or d.type = 'D' and d.approvals <> '[]') and (d.won >= 10000000 or d.flags <> '[]') and p.count < 2
  and (d.status in ('APPROVED', 'COMPLETED') or exists (
         select from p2p_order o
         where o.site_id = d.site_id and o.dnw_id = d.id and o.closed_at is null and o.review_by is null));
