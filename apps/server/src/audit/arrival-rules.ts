import type { NamedQuery, Read } from './rule.ts'

/** What holds of money that came in: what waits in suspense is what is open there, each fact is booked once, and a lock is of a deposit. */
export const arrivalRules = (read: Read): readonly NamedQuery[] => [
  suspenseRule,
  factsRule(read('money_fact', 'at')),
  locksRule,
]

const suspenseRule: NamedQuery = [
  'suspense-is-sum-of-open-rows',
  `select site_id, currency, h.sum::text as account, s.sum::text as rows
   from (select site_id, currency, sum(balance) from house_account where account = 'DEPOSIT_SUSPENSE' group by 1, 2) h
   full join (select site_id, currency, sum(amount) from suspense where closed_at is null group by 1, 2) s
     using (site_id, currency)
   where coalesce(h.sum, 0) <> coalesce(s.sum, 0)`,
]

/**
 * A fact is the money in suspense under its reference, or under that of the line that it named, or what the desk expected; what remains of two
 * that were offset is neither. Of those from before facts were stored nobody knows where they are booked. Fees show in the line that they were taken with.
 */
const factsRule = (facts: string): NamedQuery => [
  'facts-are-booked-once',
  `select f.site_id, f.provider, f.kind, f.reference, f.currency, f.amount::text, (s.sum + e.sum)::text as booked
   from (${facts}) f
   cross join lateral (
     select coalesce(sum(s.amount), 0) as sum from suspense s
     where s.site_id = f.site_id and s.provider = f.provider and s.currency = f.currency and s.cause not in ('RETURNED', 'OFFSET')
       and case f.kind when 'coin' then s.reference = f.reference and s.provider_ref = split_part(f.reference, ':', 3)
             else s.provider_ref = f.reference
               or s.provider_ref in (select l.reference from money_fact l
                                     where l.site_id = f.site_id and l.named_by = f.reference and l.named_by <> ''
                                       and l.provider = f.provider and l.currency = f.currency) end) s
   cross join lateral (
     select coalesce(sum(e.amount), 0) as sum from expected_deposit e
     where e.site_id = f.site_id and e.id = f.booked_id and e.closed_at is not null) e
   where f.kind <> 'fee' and f.booked_id is not null and f.named_by = '' and f.amount <> s.sum + e.sum`,
]

/**
 * What is locked of a deposit is no more than it brought. Its member may have lost it, so his balance says nothing of it; in another
 * currency, and where he exchanged since, its worth is another one.
 */
const locksRule: NamedQuery = [
  'locks-are-of-their-deposits',
  `select l.site_id, l.dnw_id as ref_id, sum(l.amount)::text as locked, d.point::text as amount
   from deposit_lock l
   join wallet w on w.site_id = l.site_id and w.member_id = l.member_id and w.type = l.wallet_type
   left join dnw d on d.site_id = l.site_id and d.id = l.dnw_id and d.member_id = l.member_id and d.type in ('D', 'WB')
   where l.closed_at is null and (d.id is null or d.currency = w.currency)
     and not exists (select from dnw c where c.site_id = l.site_id and c.member_id = l.member_id and c.type = 'CI' and c.id > l.dnw_id)
   group by l.site_id, l.dnw_id, d.id, d.point
   having d.id is null or sum(l.amount) > d.point`,
]
