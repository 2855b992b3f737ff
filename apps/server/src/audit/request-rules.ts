import { defaultMoney } from '@maru/core'
import type { NamedQuery, Read } from './rule.ts'
import type { Scope } from './sums.ts'

/** Requests that the desk decides and a provider pays: withdrawals, and sales to a provider. */
const isExit = `type = 'W' or type = 'WS' and house_sub = 'bitdex'`
const exits = `select * from dnw where ${isExit}`
/** Of a table whose rows end: those that are open, or ended after the closing sums; a full audit looks at all. */
const recent = (read: Read, scope: Scope, table: string, end: string): string =>
  scope === 'full'
    ? `select * from ${table}`
    : `${read(table, end)} union all select * from ${table} where ${end} is null`

/** What holds of requests, of what pays them and of who agreed to them. */
export function requestRules(read: Read, scope: Scope): readonly NamedQuery[] {
  const requests = recent(read, scope, 'dnw', 'processed_at')
  return [
    payoutRule(requests, recent(read, scope, 'payout', 'closed_at')),
    bookedRule(read('posting', 'at'), scope),
    personsRule(requests),
    daysRule,
  ]
}

/** An approved request is paid by one payout, and both end alike. */
const payoutRule = (requests: string, payouts: string): NamedQuery => [
  'payouts-end-as-their-requests',
  `select coalesce(d.site_id, p.site_id) as site_id, coalesce(d.id, p.dnw_id) as ref_id, p.state, d.status
   from (select * from (${requests}) r where ${isExit}) d full join (${payouts}) p on p.site_id = d.site_id and p.dnw_id = d.id
   where case when p.id is null then d.status in ('APPROVED', 'COMPLETED')
              when p.closed_at is null then d.status is distinct from 'APPROVED'
              when p.state = 'CONFIRMED' then d.status is distinct from 'COMPLETED'
              else d.status is distinct from 'REJECTED' end`,
]

/** What a request set aside left once: out of the house, or back to its member, as its state says. Whether it was set aside a full audit sees. */
const bookedRule = (postings: string, scope: Scope): NamedQuery => [
  'withdrawals-are-booked-as-they-ended',
  `select coalesce(m.site_id, d.site_id) as site_id, coalesce(m.ref_id, d.id) as ref_id, d.status, d.point::text as amount, m.asked::text, m.paid::text, m.returned::text
   from (select site_id, ref_id,
                coalesce(sum(amount) filter (where reason = 'WITHDRAWAL_REQUEST'), 0) as asked,
                coalesce(-sum(amount) filter (where reason = 'WITHDRAWAL'), 0) as paid,
                coalesce(-sum(amount) filter (where reason = 'WITHDRAWAL_RETURN'), 0) as returned
         from (${postings}) p
         where account in ('WITHDRAWAL_PENDING', 'P2P_ESCROW')
           and reason in ('WITHDRAWAL_REQUEST', 'WITHDRAWAL', 'WITHDRAWAL_RETURN')
         group by 1, 2) m
   ${scope === 'full' ? 'full' : 'left'} join (${exits}) d on d.site_id = m.site_id and d.id = m.ref_id
   cross join lateral (select case when d.status = 'COMPLETED' then d.point else 0 end as paid,
                              case when d.status in ('REJECTED', 'CANCELED') then d.point else 0 end as returned) due
   where d.id is null or m.ref_id is null or m.asked not in (${scope === 'full' ? '' : '0, '}d.point)
      or m.paid not in (${scope === 'full' ? '' : '0, '}due.paid) or m.returned not in (${scope === 'full' ? '' : '0, '}due.returned)`,
]

/**
 * Two persons who were of the staff when they agreed stand behind a large or flagged request, one behind any other that the desk pays. Large
 * is what no site may call small. Money that came in by itself has nobody, nor has a small sale to a merchant; what was decided before these
 * rules began keeps the persons that it had.
 */
const personsRule = (requests: string): NamedQuery => [
  'large-requests-have-two-persons',
  `select d.site_id, d.id as ref_id, d.type, d.won::text as amount, p.count::int as persons
   from (select *, type = 'WS' and house_sub like 'p2p-%' as is_sale from (${requests}) r
         where ${isExit} or type = 'D' and approvals <> '[]' or type = 'WS' and house_sub like 'p2p-%') d
   join lateral (select count(distinct s.member_id)
                 from jsonb_to_recordset(d.approvals) as a ("staffId" bigint, at bigint)
                 join staff s on s.member_id = a."staffId" and s.created_at <= a.at and (s.disabled_at is null or s.disabled_at >= a.at)) p on true
   where (d.status in ('APPROVED', 'COMPLETED') or d.is_sale and exists (
            select from p2p_order o
            where o.site_id = d.site_id and o.dnw_id = d.id and o.closed_at is null and o.review_by is null))
     and p.count < case when d.won >= ${defaultMoney.fourEyesFrom} or d.flags <> '[]' then 2 when d.is_sale then 0 else 1 end
     and not exists (select from earlier_decision e where e.site_id = d.site_id and e.dnw_id = d.id)`,
]

const dayMs = 86_400_000

/**
 * What counts of a member's newest day against a limit is the sum of its rows. Members whose rows do not follow one another in time are
 * left out: the wall clock was set back under them, and their newest day went on.
 */
const daysRule: NamedQuery = [
  'day-sums-are-sums-of-rows',
  `select n.site_id, n.member_id, n.kind, n.day, n.sum::text as balance, r.sum::text
   from (select distinct on (site_id, member_id, kind) * from money_day where closed_at is null
         order by site_id, member_id, kind, day desc) n
   cross join lateral (
     select coalesce(sum(d.counted) filter (
              where d.kind <> 'WITHDRAW' or d.status not in ('REJECTED', 'CANCELED') or d.processed_at >= n.until), 0) as sum
     from (select w.*, k.kind, k.counted from dnw w cross join lateral (
             select 'WITHDRAW' as kind, w.won as counted where w.type in ('W', 'WS')
             union all select 'WITHDRAWALS', 1 where w.type in ('W', 'WS') and (w.cancelable_until is not null or w.house_sub like 'p2p-%')
             union all select 'WITHDRAW', o.won from p2p_order o where w.reason = 'P2P_LATE' and o.site_id = w.site_id and o.dnw_id = w.id
             union all select 'TRANSFER', w.won where w.type = 'TO' and w.won > 0
             union all select 'CONVERT', w.won where w.type = 'CO') k
           where w.site_id = n.site_id and w.member_id = n.member_id
             and w.created_at >= n.until - ${dayMs} and w.created_at < n.until) d
     where d.kind = n.kind) r
   where n.sum <> r.sum
     and not exists (select from dnw b
                     where b.site_id = n.site_id and b.member_id = n.member_id and b.created_at < n.until - ${dayMs}
                       and b.id > (select min(a.id) from dnw a where a.site_id = n.site_id and a.member_id = n.member_id
                                     and a.created_at >= n.until - ${dayMs}))`,
]
