import { alarmRules } from './alarms.ts'
import { arrivalRules } from './arrival-rules.ts'
import { requestRules } from './request-rules.ts'
import type { NamedQuery, Read } from './rule.ts'
import { accountColumns, afterClosing, cuts, dayOf, type Scope, sumsOf } from './sums.ts'

/** The rules of an audit; `least` is what `leastCut` told. */
export function rulesOf(scope: Scope, least: string): readonly NamedQuery[] {
  const read: Read = (table, time) => (scope === 'full' ? `select * from ${table}` : afterClosing(table, time, least))
  const rules = [
    ...ledgerRules(read('posting', 'at'), scope),
    pendingRule,
    saleRule,
    commissionRule,
    ...copyRules,
    ...statementRules,
    p2pRule,
    bonusRule,
    ...reserveRules(scope),
    ...fillRules(read),
    ...requestRules(read, scope),
    ...arrivalRules(read),
  ]
  return scope === 'full' ? [...rules, pairRule, closingRule] : rules
}

/** Postings whose account is a wallet. */
const isWallet = "account in ('MEMBER', 'MEMBER_BONUS')"

const ledgerRules = (postings: string, scope: Scope): readonly NamedQuery[] => [
  [
    'transaction-sums-to-zero',
    `select site_id, txn_id, currency, sum(amount)::text as sum from (${postings}) p
     group by site_id, txn_id, currency having sum(amount) <> 0`,
  ],
  [
    'wallet-is-sum-of-postings',
    `select site_id, member_id, type, currency, w.posted::text, p.sum::text
     from (select site_id, member_id, type, currency, posted from wallet) w
     full join (select site_id, member_id, wallet_type as type, currency, sum
                from (${sumsOf(postings, scope, isWallet)}) s) p
       using (site_id, member_id, type, currency)
     where coalesce(w.posted, 0) <> coalesce(p.sum, 0)`,
  ],
  [
    'house-account-is-sum-of-postings',
    `select site_id, account, sub, currency, h.balance::text, p.sum::text from house_account h
     full join (select site_id, account, sub, currency, sum(sum)
                from (${sumsOf(postings, scope, `not (${isWallet})`)}) s group by 1, 2, 3, 4) p
       using (site_id, account, sub, currency)
     where coalesce(h.balance, 0) <> coalesce(p.sum, 0)`,
  ],
]

/** Every open bet; or those of rounds that are not settled, which are found without reading all bets there ever were. */
const openBets = (scope: Scope): string =>
  scope === 'full'
    ? 'select * from bet where status = 0'
    : `select b.* from round r join bet b on b.site_id = r.site_id and b.trade_round_id = r.id
       where r.settled_at is null and b.status = 0`

/** What left a wallet and has not left the house is what open withdrawals asked for. */
const pendingRule: NamedQuery = [
  'pending-is-sum-of-open-withdrawals',
  `select site_id, currency, p.sum::text as account, d.sum::text as requests
   from (select site_id, currency, sum(balance) from house_account where account = 'WITHDRAWAL_PENDING' group by 1, 2) p
   full join (select site_id, currency, sum(point) from dnw where type = 'W' and processed_at is null group by 1, 2) d
     using (site_id, currency)
   where coalesce(p.sum, 0) <> coalesce(d.sum, 0)`,
]

/** What members sell to a provider, and it has not bought yet. */
const saleRule: NamedQuery = [
  'escrow-is-sum-of-open-sales',
  `select site_id, sub, currency, p.balance::text as account, d.sum::text as requests
   from (select site_id, sub, currency, balance from house_account where account = 'P2P_ESCROW' and sub = 'bitdex') p
   full join (select site_id, house_sub as sub, currency, sum(point) from dnw
              where type = 'WS' and house_sub = 'bitdex' and processed_at is null group by 1, 2, 3) d
     using (site_id, sub, currency)
   where coalesce(p.balance, 0) <> coalesce(d.sum, 0)`,
]

/** What closed weeks owe partners until it is decided, and that lines and payables of a closed week come to the same. */
const commissionRule: NamedQuery = [
  'payable-is-sum-of-commissions',
  `select site_id, partner_id, p.balance::text as account, d.sum::text as payables
   from (select site_id, sub as partner_id, balance from house_account where account = 'PARTNER_PAYABLE') p
   full join (select site_id, partner_id::text as partner_id, sum(amount) from commission_payable where decided_at is null group by 1, 2) d
     using (site_id, partner_id)
   where coalesce(p.balance, 0) <> coalesce(d.sum, 0)
   union all
   select site_id, 'week ' || week, c.sum::text, l.sum::text
   from commission_close c left join (select site_id, week, sum(amount) from commission_line group by 1, 2) l using (site_id, week)
   where c.sum <> coalesce(l.sum, 0)`,
]

/** What providers say of the house's accounts, against what the ledger says: what is in transit for too long, and what was changed. */
const statementRules: readonly NamedQuery[] = [
  [
    'statement-lines-are-booked',
    `select site_id, provider, currency, kind, provider_ref, reference, amount::text, fee::text, day::text, gone_at
     from statement_line where is_late and txn_id is null and gone_at is null or gone_at is not null and txn_id > 0`,
  ],
  [
    'fees-are-those-of-statements',
    `select site_id, provider, currency, kind, provider_ref, reference, amount::text, fee::text, fee_gap::text, day::text
     from statement_line where is_late and fee_gap <> 0 and gone_at is null`,
  ],
  [
    'movements-are-on-statements',
    `select site_id, provider, sub, currency, txn_id, reason, ref_id, amount::text from house_movement
     where is_late and not is_shown`,
  ],
  [
    'statements-follow-one-another',
    `select site_id, provider, currency, day::text, begins::text as opening, before::text
     from (select *, coalesce(corrected_opening, opening) as begins, lag(coalesce(corrected_closing, closing)) over w as before,
                  lag(day) over w as last, lag(is_final) over w as was_final
           from statement_day window w as (partition by site_id, provider, currency order by day)) d
     where last = day - 1 and was_final and begins <> before`,
  ],
]

/** What is set aside of merchants' orders, sales and purchases, until they end. */
const p2pRule: NamedQuery = [
  'escrow-is-sum-of-open-orders',
  `select site_id, sub, p.balance::text as account, o.sum::text as orders
   from (select site_id, sub, balance from house_account where account = 'P2P_ESCROW' and sub like 'p2p-%') p
   full join (select site_id, 'p2p-' || merchant_id as sub, sum(escrow) from p2p_order where closed_at is null
              group by 1, 2) o using (site_id, sub)
   where coalesce(p.balance, 0) <> coalesce(o.sum, 0)`,
]

/** What copies of a pair ever came to, as far as it is free, and what of it is set aside for the trader. */
const setAsideByFollower = `
  select site_id, member_id, sum(greatest(0, floor((net - hwm) * share_ppm / 1000000))) as amount
  from (select r.site_id, r.follower_id as member_id, r.hwm, r.share_ppm::numeric as share_ppm,
               r.net::numeric + coalesce(sum(p.realized_pnl - p.fee + p.other_pnl + least(0, p.funding_fee)), 0) as net
        from copy_pair r
        left join copy_follow f on f.site_id = r.site_id and f.trader_id = r.trader_id and f.member_id = r.follower_id
        left join trading_position p on p.site_id = f.site_id and p.follow_id = f.id and p.closed_at is null
        group by r.site_id, r.trader_id, r.follower_id, r.hwm, r.share_ppm, r.net) pairs
  group by 1, 2`

/** Shares of profits, and copies that nobody closes with their trader. */
const copyRules: readonly NamedQuery[] = [
  [
    'payable-is-sum-of-shares',
    `select site_id, trader, p.balance::text as account, s.sum::text as shares, o.sum::text as payouts
     from (select site_id, sub as trader, balance from house_account where account = 'TRADER_PAYABLE') p
     full join (select site_id, trader_id::text as trader, sum(amount) from copy_share where state = 'HELD'
                group by 1, 2) s using (site_id, trader)
     full join (select site_id, trader_id::text as trader, sum(amount) from copy_payout where paid_at is null
                group by 1, 2) o using (site_id, trader)
     where coalesce(p.balance, 0) <> coalesce(s.sum, 0) or coalesce(p.balance, 0) <> coalesce(o.sum, 0)`,
  ],
  [
    'share-within-mark',
    `select r.site_id, r.trader_id, r.follower_id, r.hwm::text, max(s.hwm_after)::text as shared
     from copy_pair r join copy_share s using (site_id, trader_id, follower_id)
     group by r.site_id, r.trader_id, r.follower_id, r.hwm having r.hwm < max(s.hwm_after)`,
  ],
  [
    'copies-have-a-lead-or-an-end',
    `select c.site_id, c.id, c.qty::text, c.owed_close::text
     from trading_position c
     join copy_follow f on f.site_id = c.site_id and f.id = c.follow_id and f.end_id is null
     join copy_trader t on t.site_id = f.site_id and t.member_id = f.trader_id and (t.cut_id is null or t.cut_id < f.id)
     where c.closed_at is null and abs(c.qty) <> c.owed_close
       and not exists (select from copy_fan_out o where o.site_id = f.site_id and o.trader_id = f.trader_id and o.done_at is null)
       and not exists (select from trading_position l where l.site_id = c.site_id and l.member_id = f.trader_id
                       and l.lot = c.lead_lot and l.closed_at is null)`,
  ],
]

/** What closed copies of a pair came to is what was posted to the follower for them. */
const pairRule: NamedQuery = [
  'pair-net-is-postings',
  `select r.site_id, r.trader_id, r.follower_id, r.net::text, coalesce(s.sum, 0)::text as postings
   from copy_pair r
   left join (select f.site_id, f.trader_id, f.member_id as follower_id, sum(g.amount)
              from copy_follow f
              join trading_position p on p.site_id = f.site_id and p.follow_id = f.id and p.closed_at is not null
              join lateral (select p.id as ref union all
                            select t.id from trading_fill t where t.site_id = p.site_id and t.position_id = p.id) refs on true
              join posting g on g.site_id = p.site_id and g.ref_id = refs.ref and g.member_id = p.member_id
              group by 1, 2, 3) s using (site_id, trader_id, follower_id)
   where r.net <> coalesce(s.sum, 0)`,
]

/** What is in a bonus wallet and not at stake is what open bonuses have left. */
const bonusRule: NamedQuery = [
  'bonus-is-sum-of-remainders',
  `select site_id, member_id, w.free::text as wallet, g.sum::text as bonuses
   from (select site_id, member_id, posted - reserved as free from wallet where type = 'BONUS') w
   full join (select site_id, member_id, sum(remainder) from bonus_grant where closed_at is null group by 1, 2) g
     using (site_id, member_id)
   where coalesce(w.free, 0) <> coalesce(g.sum, 0)`,
]

const reserveRules = (scope: Scope): readonly NamedQuery[] => [
  [
    // Overseas orders may only add to what open bets and overseas positions hold.
    'reserved-is-sum-of-open-bets',
    `select site_id, member_id, type, currency, w.reserved::text, b.sum::text, coalesce(o.count, 0) as orders
     from (select site_id, member_id, type, currency, reserved from wallet where type in ('BINARY', 'BONUS')) w
     full join (select site_id, member_id, type, currency, sum(held) from (
                  select b.site_id, b.member_id, s.type, o.currency, s.held
                  from (${openBets(scope)}) b join round_option o on o.site_id = b.site_id and o.id = b.option_id
                  cross join lateral (values ('BINARY', b.point - b.bonus_point), ('BONUS', b.bonus_point)) s (type, held)
                  where s.held > 0
                  union all
                  select site_id, member_id, 'BINARY', 'KRW', margin from trading_position
                  where book = 'oversea' and closed_at is null) open
                group by 1, 2, 3, 4) b using (site_id, member_id, type, currency)
     left join (select site_id, member_id, count(*) from trading_order
                where book = 'oversea' and closed_at is null and market_type not in ('TAKEPROFIT', 'STOPLOSS')
                group by 1, 2) o using (site_id, member_id)
     where coalesce(w.reserved, 0) < coalesce(b.sum, 0)
        or ((o.count is null or type = 'BONUS') and coalesce(w.reserved, 0) <> coalesce(b.sum, 0))`,
  ],
  [
    // What orders hold depends on one another and on prices: it may only add to what positions hold and followers set aside.
    'reserved-covers-futures-positions',
    `select site_id, member_id, w.reserved::text, p.sum::text, coalesce(o.count, 0) as orders
     from (select site_id, member_id, reserved from wallet where type = 'FUTURES') w
     full join (select site_id, member_id, sum(amount) from (
                  select site_id, member_id, case margin_type when 'ISOLATED' then margin
                                             else (abs(entry_quote) + leverage - 1) / leverage end as amount
                  from trading_position where book = 'futures' and closed_at is null
                  union all
                  select site_id, member_id, amount from (${setAsideByFollower}) aside) held group by 1, 2) p using (site_id, member_id)
     left join (select site_id, member_id, count(*) from trading_order
                where book = 'futures' and closed_at is null and market_type not in ('TAKEPROFIT', 'STOPLOSS')
                group by 1, 2) o using (site_id, member_id)
     where coalesce(w.reserved, 0) < coalesce(p.sum, 0)
        or (o.count is null and coalesce(w.reserved, 0) <> coalesce(p.sum, 0))`,
  ],
]

/** From closing sums on, of orders and positions that began after them; what fills of older ones came to is seen by a full audit. */
const fillRules = (read: Read): readonly NamedQuery[] => [
  [
    'fills-add-up-to-orders',
    `select site_id, id, o.filled_qty::text, o.filled_quote::text, f.qty::text, f.quote::text
     from (${read('trading_order', 'accepted_at')}) o
     full join (select site_id, order_id as id, sum(qty) as qty, sum(quote) as quote
                from (${read('trading_fill', 'at')}) t where order_id is not null group by 1, 2) f using (site_id, id)
     where (coalesce(o.filled_qty, 0) <> coalesce(f.qty, 0) or coalesce(o.filled_quote, 0) <> coalesce(f.quote, 0))
       and (o.id is not null or not exists (select from trading_order a where a.site_id = f.site_id and a.id = f.id))`,
  ],
  [
    'fills-add-up-to-positions',
    `select site_id, id, p.qty::text, p.realized_pnl::text, f.qty as filled, f.pnl::text
     from (${read('trading_position', 'opened_at')}) p
     full join (select site_id, position_id as id, sum(case side when 'LONG' then qty else -qty end) as qty,
                       sum(realized_pnl) as pnl
                from (${read('trading_fill', 'at')}) t group by 1, 2) f using (site_id, id)
     where (coalesce(p.qty, 0) <> coalesce(f.qty, 0) or coalesce(p.realized_pnl, 0) <> coalesce(f.pnl, 0))
       and (p.id is not null or not exists (select from trading_position a where a.site_id = f.site_id and a.id = f.id))`,
  ],
]

/** Each day's closing sums, recomputed; a closed day without its row, and a row without its day, too. */
const closingRule: NamedQuery = [
  'closing-sum-is-sum-of-postings',
  `
    select site_id, account, sub, member_id, wallet_type, currency, day::text, c.sum::text as closing, p.sum::text
    from closing_sum c
    full join (
      select site_id, account, sub, member_id, wallet_type, currency, day,
             sum(sum(amount)) over (partition by site_id, account, sub, member_id, wallet_type, currency order by day) as sum
      from (select ${accountColumns}, ${dayOf('p.at')} as day, p.amount
            from posting p join (${cuts}) c using (site_id) where p.at < c.cut_at) moved
      group by 1, 2, 3, 4, 5, 6, 7) p using (site_id, account, sub, member_id, wallet_type, currency, day)
    where c.sum is distinct from p.sum`,
]

/** The names of the rules of an audit. */
export const ruleNames = (scope: Scope): string[] => rulesOf(scope, '0').map(([name]) => name)

/** The names of what staff hear of, and nothing is paused for. */
export const alarmNames: readonly string[] = alarmRules.map(([name]) => name)
