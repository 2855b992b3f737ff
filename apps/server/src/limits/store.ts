import type { LimitKind, LimitWindow, SettledResult } from '@maru/core'
import type { Tx } from '../ports.ts'

const dayMs = 86_400_000
/** What a limit looks back on. */
export const windowMs: Readonly<Record<LimitWindow, number>> = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs }

export interface LimitState {
  readonly kind: LimitKind
  readonly window: LimitWindow
  readonly currency: 'KRW' | 'USDT'
  readonly amount: bigint | null
  readonly pendingAmount: bigint | null
  readonly pendingFrom: number | null
}

export async function limitsOf(tx: Tx, siteId: number, memberId: number): Promise<LimitState[]> {
  const rows = await tx.query<{
    kind: LimitKind
    window: LimitWindow
    currency: 'KRW' | 'USDT'
    amount: string | null
    pending_amount: string | null
    pending_from: string | null
  }>(
    `select kind, "window", currency, amount, pending_amount, pending_from
       from member_limit where site_id = $1 and member_id = $2
      order by kind, currency, "window"`,
    [siteId, memberId],
  )
  return rows.map((row) => ({
    kind: row.kind,
    window: row.window,
    currency: row.currency,
    amount: row.amount === null ? null : BigInt(row.amount),
    pendingAmount: row.pending_amount === null ? null : BigInt(row.pending_amount),
    pendingFrom: row.pending_from === null ? null : Number(row.pending_from),
  }))
}

/** When his cool-off and his self-exclusion end or ended; null where he never took one. */
export async function restsOf(
  tx: Tx,
  siteId: number,
  memberId: number,
): Promise<{ coolOffUntil: number | null; excludedUntil: number | null }> {
  const rows = await tx.query<{ cool_off_until: string | null; excluded_until: string | null }>(
    'select cool_off_until, excluded_until from member_state where site_id = $1 and member_id = $2',
    [siteId, memberId],
  )
  const at = (until: string | null | undefined) => (until === null || until === undefined ? null : Number(until))
  return { coolOffUntil: at(rows[0]?.cool_off_until), excludedUntil: at(rows[0]?.excluded_until) }
}

/** The member's bets that were decided (not voided) after `since`, and what his fills, fundings, nights and forfeited margins came to; the oldest first. */
export async function settledSince(tx: Tx, siteId: number, memberId: number, since: number): Promise<SettledResult[]> {
  const rows = await tx.query<{ id: string; currency: string; settled_at: string; point: string; profit: string }>(
    `select b.id, o.currency, b.settled_at, b.point, b.profit
       from bet b join round_option o on o.site_id = b.site_id and o.id = b.option_id
      where b.site_id = $1 and b.member_id = $2 and b.status in (1, 2) and b.settled_at > $3
     union all
     select id, case book when 'futures' then 'USDT' else 'KRW' end, at, 0, realized_pnl - fee from trading_fill
      where site_id = $1 and member_id = $2 and at > $3
     union all
     select txn_id, currency, at, 0, amount from posting
      where site_id = $1 and member_id = $2 and at > $3 and account = 'MEMBER'
        and reason in ('FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING')
      order by settled_at, id`,
    [siteId, memberId, since],
  )
  return rows.map((row) => ({
    betId: Number(row.id),
    currency: row.currency,
    at: Number(row.settled_at),
    stake: BigInt(row.point),
    profit: BigInt(row.profit),
  }))
}

/** Stakes that are not decided yet, by currency. */
export async function openStakes(tx: Tx, siteId: number, memberId: number): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ currency: string; point: string }>(
    `select o.currency, sum(b.point)::bigint as point
       from bet b join round_option o on o.site_id = b.site_id and o.id = b.option_id
      where b.site_id = $1 and b.member_id = $2 and b.status = 0
      group by o.currency`,
    [siteId, memberId],
  )
  return new Map(rows.map((row) => [row.currency, BigInt(row.point)]))
}
