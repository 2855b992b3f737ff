import type { Tx } from '../../../apps/server/src/ports.ts'

/** Looks for what must never be in the database; returns one line a finding. */
export async function auditDatabase(tx: Tx): Promise<string[]> {
  const findings = await Promise.all(
    rules.map(async ([rule, text]) => {
      const rows = await tx.query(text)
      return rows.length === 0 ? [] : [`${rule}: ${rows.length} rows, the first is ${JSON.stringify(rows[0])}`]
    }),
  )
  return findings.flat()
}

const rules: readonly (readonly [rule: string, query: string])[] = [
  [
    'the postings of a transaction sum to zero per currency',
    'select txn_id, currency, sum(amount)::text from posting group by 1, 2 having sum(amount) <> 0',
  ],
  [
    "a wallet's balance is the sum of its postings",
    `select w.site_id, w.member_id, w.type, w.posted, p.sum::text from wallet w
     full join (select site_id, member_id, wallet_type as type, currency, sum(amount) from posting where account in ('MEMBER', 'MEMBER_BONUS') group by 1, 2, 3, 4) p
       using (site_id, member_id, type, currency)
     where coalesce(w.posted, 0) <> coalesce(p.sum, 0)`,
  ],
  [
    "a house account's balance is the sum of its postings",
    `select account, sub, currency, h.balance, p.sum::text from house_account h
     full join (select site_id, account, sub, currency, sum(amount) from posting where account not in ('MEMBER', 'MEMBER_BONUS') group by 1, 2, 3, 4) p
       using (site_id, account, sub, currency)
     where coalesce(h.balance, 0) <> coalesce(p.sum, 0)`,
  ],
  [
    'what a wallet reserves is the sum of its open stakes and overseas positions, where no overseas order is open',
    `select w.site_id, w.member_id, w.reserved, b.sum::text, p.margin::text from wallet w
     left join (select site_id, member_id, sum(point) from bet where status = 0 group by 1, 2) b using (site_id, member_id)
     left join (select site_id, member_id, sum(margin) as margin from trading_position where book = 'oversea' group by 1, 2) p
       using (site_id, member_id)
     where w.type = 'BINARY' and w.reserved <> coalesce(b.sum, 0) + coalesce(p.margin, 0)
       and not exists (select from trading_order o where o.site_id = w.site_id and o.member_id = w.member_id
                       and o.book = 'oversea' and o.closed_at is null and o.qty is not null)`,
  ],
  [
    'a settled bet has one posting of its result on each side, a void one none',
    `select b.id, b.status, b.profit, p.postings, p.member::text from bet b
     left join (select ref_id, count(*) as postings, sum(amount) filter (where account = 'MEMBER') as member from posting
                where reason in ('ROUND_WIN', 'ROUND_LOSS') group by 1) p on p.ref_id = b.id
     where case when b.status in (1, 2) then p.postings is distinct from 2 or p.member is distinct from b.profit
                else p.postings is not null or b.profit <> 0 end`,
  ],
  [
    'a settled round has no open bet, and its totals are those of its bets',
    `select r.id, r.bet_count, b.count, b.open from round r
     left join (select site_id, trade_round_id, count(*), count(*) filter (where status = 0) as open,
                       sum(point) filter (where side = 'B') as buy, sum(point) filter (where side = 'S') as sell
                from bet group by 1, 2) b on b.site_id = r.site_id and b.trade_round_id = r.id
     where r.bet_count <> coalesce(b.count, 0) or (r.settled_at is not null and b.open > 0)
        or r.buy_point <> coalesce(b.buy, 0) or r.sell_point <> coalesce(b.sell, 0)`,
  ],
  [
    'a round that ended more than 70 s ago is decided, and its bets are settled',
    `select id, phase, end_at from round
     where end_at < (select max(at) from journal_batch) - 70000 and (decided_at is null or settled_at is null)`,
  ],
]
