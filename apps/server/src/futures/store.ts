import { type PositionRow, tables } from '@maru/core'
import { mostRows, type Period } from '../http/filters.ts'
import type { Tx } from '../ports.ts'
import { type Asked, type Found, found, foundIn, type Mine, mine, mineValues } from '../trading/index.ts'

/** Closed positions by the time of their close, newest first. */
export async function listClosedPositions(tx: Tx, filter: Mine, asked: Asked): Promise<Found<PositionRow>> {
  const where = `${mine('futures')} and closed_at >= $4 and closed_at < $5`
  return foundIn(tx, tables.positions, where, 'closed_at desc, id desc', mineValues(filter), asked)
}

export interface LedgerRow {
  readonly id: number
  readonly reason: string
  readonly optionId: number | null
  readonly amount: bigint
  readonly currency: string
  readonly refId: number | null
  readonly at: number
}

interface LedgerRecord {
  id: string
  reason: string
  option_id: string | null
  amount: string
  currency: string
  ref_id: string | null
  at: string
}

/** Postings of the futures wallet, newest first, with the option of the fill, position or order that they refer to. */
export async function listTransactions(
  tx: Tx,
  filter: Mine & { readonly reasons: readonly string[] | null },
  asked: Asked,
): Promise<Found<LedgerRow>> {
  const rows = `(
    select p.id, p.reason, p.amount, p.currency, p.ref_id, p.at, coalesce(f.option_id, o.option_id, r.option_id) as option_id
    from posting p
    left join trading_fill f on f.site_id = p.site_id and f.id = p.ref_id
    left join trading_position o on o.site_id = p.site_id and o.id = p.ref_id
    left join trading_order r on r.site_id = p.site_id and r.id = p.ref_id
    where p.site_id = $1 and p.member_id = $2 and p.account = 'MEMBER' and p.wallet_type = 'FUTURES'
      and p.at >= $4 and p.at < $5 and ($6::text[] is null or p.reason = any ($6))
  ) ledger`
  const where = `$3::bigint is null or option_id = $3`
  return found(tx, rows, where, 'id desc', [...mineValues(filter), filter.reasons], asked, (row: LedgerRecord) => ({
    id: Number(row.id),
    reason: row.reason,
    optionId: row.option_id === null ? null : Number(row.option_id),
    amount: BigInt(row.amount),
    currency: row.currency,
    refId: row.ref_id === null ? null : Number(row.ref_id),
    at: Number(row.at),
  }))
}

export interface FuturesDay {
  /** In KST. */
  readonly date: string
  readonly realizedPnl: bigint
  readonly fee: bigint
  readonly fundingFee: bigint
}

/** What a member's futures came to by day in USDT minor units, newest first; days without any posting are left out. */
export async function dailyProfits(tx: Tx, siteId: number, memberId: number, period: Period): Promise<FuturesDay[]> {
  const rows = await tx.query<{ day: string; pnl: string; fee: string; funding: string }>(
    `select to_char(to_timestamp(at / 1000.0) at time zone 'Asia/Seoul', 'YYYY-MM-DD') as day,
            coalesce(sum(amount) filter (where reason in ('FUTURES_PNL', 'FUTURES_SURPLUS', 'FUTURES_INSURANCE')), 0) as pnl,
            coalesce(-sum(amount) filter (where reason in ('FUTURES_FEE', 'FUTURES_LIQUIDATION_FEE')), 0) as fee,
            coalesce(sum(amount) filter (where reason = 'FUTURES_FUNDING'), 0) as funding
       from posting
      where site_id = $1 and member_id = $2 and account = 'MEMBER' and wallet_type = 'FUTURES'
        and reason like 'FUTURES\\_%' and at >= $3 and at < $4
      group by 1 order by 1 desc limit ${mostRows}`,
    [siteId, memberId, period.from, period.to],
  )
  return rows.map(({ day, pnl, fee, funding }) => ({
    date: day,
    realizedPnl: BigInt(pnl),
    fee: BigInt(fee),
    fundingFee: BigInt(funding),
  }))
}

/** Whether a position of the futures book is a member's, open or closed. */
export async function isOwnPosition(tx: Tx, siteId: number, memberId: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from trading_position where site_id = $1 and id = $2 and member_id = $3 and book = 'futures'`,
    [siteId, id, memberId],
  )
  return rows.length > 0
}
