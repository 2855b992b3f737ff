import type { Database, Tx } from '../ports.ts'

const shownOfARule = 20
const keptMs = 90 * 86_400_000

/** A rule that did not hold: how often, and the first of it. */
export interface Break {
  readonly rule: string
  readonly count: number
  readonly first: readonly Record<string, unknown>[]
}

/** Each query returns what breaks its rule, and nothing of a sound house. */
const rules: readonly (readonly [rule: string, query: string])[] = [
  [
    'transaction-sums-to-zero',
    `select site_id, txn_id, currency, sum(amount)::text as sum from posting
     group by site_id, txn_id, currency having sum(amount) <> 0`,
  ],
  [
    'wallet-is-sum-of-postings',
    `select site_id, member_id, type, currency, w.posted::text, p.sum::text
     from (select site_id, member_id, type, currency, posted from wallet) w
     full join (select site_id, member_id, wallet_type as type, currency, sum(amount) from posting
                where account = 'MEMBER' group by 1, 2, 3, 4) p using (site_id, member_id, type, currency)
     where coalesce(w.posted, 0) <> coalesce(p.sum, 0)`,
  ],
  [
    'house-account-is-sum-of-postings',
    `select site_id, account, currency, h.balance::text, p.sum::text from house_account h
     full join (select site_id, account, currency, sum(amount) from posting
                where account <> 'MEMBER' group by 1, 2, 3) p using (site_id, account, currency)
     where coalesce(h.balance, 0) <> coalesce(p.sum, 0)`,
  ],
  [
    // Overseas orders may only add to what open bets and overseas positions hold.
    'reserved-is-sum-of-open-bets',
    `select site_id, member_id, type, currency, w.reserved::text, b.sum::text, coalesce(o.count, 0) as orders
     from (select site_id, member_id, type, currency, reserved from wallet where type = 'BINARY') w
     full join (select site_id, member_id, 'BINARY' as type, currency, sum(held) from (
                  select b.site_id, b.member_id, o.currency, b.point as held
                  from bet b join round_option o on o.site_id = b.site_id and o.id = b.option_id where b.status = 0
                  union all
                  select site_id, member_id, 'KRW', margin from trading_position
                  where book = 'oversea' and closed_at is null) open
                group by 1, 2, 4) b using (site_id, member_id, type, currency)
     left join (select site_id, member_id, count(*) from trading_order
                where book = 'oversea' and closed_at is null and market_type not in ('TAKEPROFIT', 'STOPLOSS')
                group by 1, 2) o using (site_id, member_id)
     where coalesce(w.reserved, 0) < coalesce(b.sum, 0)
        or (o.count is null and coalesce(w.reserved, 0) <> coalesce(b.sum, 0))`,
  ],
  [
    // What orders hold depends on one another and on prices: it may only add to what positions hold.
    'reserved-covers-futures-positions',
    `select site_id, member_id, w.reserved::text, p.sum::text, coalesce(o.count, 0) as orders
     from (select site_id, member_id, reserved from wallet where type = 'FUTURES') w
     full join (select site_id, member_id, sum(case margin_type when 'ISOLATED' then margin
                                                 else (abs(entry_quote) + leverage - 1) / leverage end)
                from trading_position where book = 'futures' and closed_at is null group by 1, 2) p using (site_id, member_id)
     left join (select site_id, member_id, count(*) from trading_order
                where book = 'futures' and closed_at is null and market_type not in ('TAKEPROFIT', 'STOPLOSS')
                group by 1, 2) o using (site_id, member_id)
     where coalesce(w.reserved, 0) < coalesce(p.sum, 0)
        or (o.count is null and coalesce(w.reserved, 0) <> coalesce(p.sum, 0))`,
  ],
  [
    'fills-add-up-to-orders',
    `select o.site_id, o.id, o.filled_qty::text, o.filled_quote::text, f.qty::text, f.quote::text
     from trading_order o
     full join (select site_id, order_id as id, sum(qty) as qty, sum(quote) as quote from trading_fill group by 1, 2) f
       using (site_id, id)
     where coalesce(o.filled_qty, 0) <> coalesce(f.qty, 0) or coalesce(o.filled_quote, 0) <> coalesce(f.quote, 0)`,
  ],
  [
    'fills-add-up-to-positions',
    `select p.site_id, p.id, p.qty::text, p.realized_pnl::text, f.qty as filled, f.pnl::text
     from trading_position p
     full join (select site_id, position_id as id, sum(case side when 'LONG' then qty else -qty end) as qty,
                       sum(realized_pnl) as pnl from trading_fill group by 1, 2) f using (site_id, id)
     where coalesce(p.qty, 0) <> coalesce(f.qty, 0) or coalesce(p.realized_pnl, 0) <> coalesce(f.pnl, 0)`,
  ],
]

/**
 * Compares every balance with what it must be, in one snapshot: the journal goes on beside it. An abort ends the query that runs.
 * Returns what does not hold.
 */
export async function findBreaks(db: Database, signal: AbortSignal): Promise<Break[]> {
  return db.system(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const [session] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    const cancel = () =>
      void db.system((other) => other.query('select pg_cancel_backend($1)', [session?.pid])).catch(() => undefined)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const breaks: Break[] = []
      for (const [rule, query] of rules) {
        signal.throwIfAborted()
        const rows = await tx.query<{ count: string }>(
          `select *, count(*) over () as count from (${query}) found limit ${shownOfARule}`,
        )
        if (rows[0]) breaks.push({ rule, count: Number(rows[0].count), first: rows.map(({ count: _, ...row }) => row) })
      }
      return breaks
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }, 'long')
}

/** Notes the outcome for all processes: the newest row says whether money may leave the house. */
export async function noteReconciliation(tx: Tx, at: number, breaks: readonly Break[]): Promise<void> {
  const count = breaks.reduce((sum, { count }) => sum + count, 0)
  await tx.query('insert into reconciliation (at, breaks, findings) values ($1, $2, $3)', [
    at,
    count,
    JSON.stringify(breaks),
  ])
  await tx.query('delete from reconciliation where at < $1', [at - keptMs])
}

/** The rules that are looked at. */
export const ruleNames = rules.map(([rule]) => rule)
