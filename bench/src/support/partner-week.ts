import pg from 'pg'
import { firstMember, type House, siteId } from './house.ts'

const weekMs = 7 * 86_400_000
const betsOfARound = 500

export interface PartnerWeek {
  /** Monday 00:00 KST. */
  readonly week: number
  readonly postings: number
  readonly partners: number
  /** The first members of the house: partners brought them, and the first of them are the partners. */
  readonly members: number
}

/**
 * A week of a house with partners on four levels: half of its postings are fees of perpetuals and overseas contracts, half results of decided
 * stakes, spread evenly over days and members. Not logged, for nothing is killed here.
 */
export async function loadPartnerWeek(house: House, { week, postings, partners, members }: PartnerWeek): Promise<void> {
  const each = Math.ceil(postings / 4)
  const at = (n: string) => `${week} + ${n} * ${weekMs} / ${each + 1}`
  const memberOf = (n: string) => `${firstMember} + ${n} * 7919 % ${members}`
  /** A transaction for each n from `from`: what a member is posted, and an account of the house. */
  const posted = (from: number, account: string, wallet: string, currency: string, amount: string, reason: string) =>
    `insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, ref_id, at)
     select ${siteId}, 2 * (${from} + n) + side, ${from} + n, case side when 0 then 'MEMBER' else ${account} end,
            case side when 0 then ${memberOf('n')} end, case side when 0 then ${wallet} end, ${currency},
            (1 - 2 * side) * ${amount}, ${reason}, ${from} + n, ${at('n')}
       from generate_series(1::bigint, ${each}) n, (values (0), (1)) sides (side)`
  const statements = [
    'alter table posting set unlogged; alter table bet set unlogged',
    `insert into site (id, code, name, flags) values (${siteId}, 'bench', 'Bench', '111111') on conflict do nothing`,
    `insert into member (site_id, id, username, nick, nick_key, name, password_hash, status, partner_id, account_open_at, created_at)
     select ${siteId}, ${firstMember} + n, 'm' || n, 'm' || n, 'm' || n, 'm' || n, '', 'ACTIVE', 1 + n % ${partners}, 1, 1
       from generate_series(0, ${members - 1}) n`,
    `insert into partner (site_id, id, code, name, member_id, status, created_at)
     select ${siteId}, n, 'CODE' || n, 'P' || n, ${firstMember} + n - 1, 'ACTIVE', 1 from generate_series(1, ${partners}) n`,
    // Ten below each partner, four levels deep at most: further ones begin trees of their own.
    `with recursive tree as (
       select n, case when n > 10 then n / 10 end as parent from generate_series(1, ${partners}) n
     ), placed as (
       select n, parent, 1 as level from tree where parent is null
       union all select t.n, t.parent, p.level + 1 from tree t join placed p on t.parent = p.n
     )
     insert into partner_terms (site_id, id, partner_id, from_day, parent_id, fee_ppm, roll_ppm, agreed_at)
     select ${siteId}, n, n, 0, parent, 500000 - 100000 * level, 10000 - 2000 * level, 1 from placed where level <= 4`,
    posted(20_000_000, `'FEE_FUTURES'`, `'FUTURES'`, `'USDT'`, '-(100000000 + n % 1000)', `'FUTURES_FEE'`),
    posted(40_000_000, `'PNL_ROUND'`, `'BINARY'`, `'KRW'`, '(n % 9 + 1) * 900', `'ROUND_WIN'`),
    'drop index bet_round_leaf; drop index bet_member',
    `insert into bet (site_id, id, trade_round_id, option_id, member_id, side, point, payout_rate_bp, accepted_at, leaf_index, salt,
                      status, strike_price, close_price, profit, settled_at)
     select ${siteId}, 40000000 + n, n / ${betsOfARound}, 99, ${memberOf('n')}, case n % 2 when 0 then 'B' else 'S' end, (n % 9 + 1) * 1000,
            19000, ${at('n')}, n % ${betsOfARound}, '00', 1, 1, 2, (n % 9 + 1) * 900, ${at('n')}
       from generate_series(1::bigint, ${each}) n`,
    'create unique index bet_round_leaf on bet (site_id, trade_round_id, leaf_index)',
    'create index bet_member on bet (site_id, member_id, id desc)',
    `insert into round (site_id, id, option_id, round_no, open_at, lock_at, start_at, end_at, phase, payout_rate_bp, rule_version, status,
                        buy_point, sell_point, bet_count, feed_states, settled_at, strike_delay_ms, strike_wait_ms)
     select ${siteId}, trade_round_id, 99, 1, min(settled_at) - 60000, min(settled_at) - 30000, min(settled_at) - 20000, max(settled_at), 'SETTLED',
            19000, 'r', 1, 0, 0, count(*), '{}', max(settled_at), 300, 2000
       from bet where option_id = 99 group by trade_round_id`,
    `insert into commission_rate (site_id, day, rate, at)
     select ${siteId}, ${week} + 86400000::bigint * n, 140000000000, 1 from generate_series(0, 6) n`,
    'vacuum analyze',
    'checkpoint',
  ]
  const client = new pg.Client(house.opened.owner)
  await client.connect()
  for (const text of statements) await client.query(text)
  await client.end()
}
