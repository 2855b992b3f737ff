import type { Ceiling } from '@maru/contract'
import {
  formatMinor,
  type LimitWindow,
  type MemberLimitRow,
  type MemberStateRow,
  type SettledResult,
  tables,
} from '@maru/core'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

const dayMs = 86_400_000
/** What a limit looks back on. */
export const windowMs: Readonly<Record<LimitWindow, number>> = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs }

/** The limits of a member, as the database holds them. */
export const limitsOf = (tx: Tx, siteId: number, memberId: number): Promise<MemberLimitRow[]> =>
  select(tx, tables.limits, 'where site_id = $1 and member_id = $2 order by kind, currency, "window"', [
    siteId,
    memberId,
  ])

/** What staff allow a member at most, as the contract shows it. */
export async function ceilingsOf(tx: Tx, siteId: number, memberId: number): Promise<Ceiling[]> {
  const rows = await select(tx, tables.ceilings, 'where site_id = $1 and member_id = $2 order by kind, currency', [
    siteId,
    memberId,
  ])
  return rows.flatMap(({ kind, currency, amount, setAt }) =>
    amount === null ? [] : [{ kind, currency, amount: formatMinor(amount, currency), setAt }],
  )
}

/** When his cool-off and his self-exclusion end or ended; null where he never took one. */
export async function restsOf(
  tx: Tx,
  siteId: number,
  memberId: number,
): Promise<Pick<MemberStateRow, 'coolOffUntil' | 'excludedUntil'>> {
  const [row] = await select(tx, tables.members, 'where site_id = $1 and member_id = $2', [siteId, memberId])
  return { coolOffUntil: row?.coolOffUntil ?? null, excludedUntil: row?.excludedUntil ?? null }
}

/** The member's bets that were decided (not voided) after `since` (wall clock), and what his fills, fundings, nights and forfeited margins came to; the oldest first. */
export async function settledSince(tx: Tx, siteId: number, memberId: number, since: number): Promise<SettledResult[]> {
  const rows = await tx.query<{ id: string; currency: string; at: string; point: string; profit: string }>(
    `select b.id, o.currency, coalesce(b.settled_wall, b.settled_at) as at, b.point, b.profit
       from bet b join round_option o on o.site_id = b.site_id and o.id = b.option_id
      where b.site_id = $1 and b.member_id = $2 and b.status in (1, 2) and coalesce(b.settled_wall, b.settled_at) > $3
     union all
     select id, case book when 'futures' then 'USDT' else 'KRW' end, coalesce(wall, at), 0, realized_pnl - fee
       from trading_fill
      where site_id = $1 and member_id = $2 and coalesce(wall, at) > $3
     union all
     select txn_id, currency, coalesce(wall, at), 0, amount from posting
      where site_id = $1 and member_id = $2 and coalesce(wall, at) > $3 and account = 'MEMBER'
        and reason in ('FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING', 'COPY_SHARE', 'COPY_SHARE_BACK')
      order by at, id`,
    [siteId, memberId, since],
  )
  return rows.map((row) => ({
    sourceId: Number(row.id),
    currency: row.currency,
    at: Number(row.at),
    stake: BigInt(row.point),
    profit: BigInt(row.profit),
  }))
}

/** What a member's wallets hold back for undecided bets, positions and orders, by currency: it counts as lost until it comes back. */
export async function heldBack(tx: Tx, siteId: number, memberId: number): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ currency: string; reserved: string }>(
    `select currency, reserved from wallet
      where site_id = $1 and member_id = $2 and (type, currency) in (('BINARY', 'KRW'), ('FUTURES', 'USDT'))`,
    [siteId, memberId],
  )
  return new Map(rows.map((row) => [row.currency, BigInt(row.reserved)]))
}
