import { mostRows } from '../http/filters.ts'
import type { Tx } from '../ports.ts'

export interface DayResult {
  readonly date: string
  readonly realizedPnl: bigint
  readonly fee: bigint
  /** Orders that closed something on that day, and how many of them closed it with a profit before fees. */
  readonly trades: number
  readonly wins: number
}

interface DaysAsked {
  readonly siteId: number
  readonly memberId: number
  /** null: of all options. */
  readonly optionId: number | null
  /** Trading days, both inclusive; null: no end. */
  readonly from: string | null
  readonly to: string | null
}

/** What a member's fills came to by trading day, newest first; days without any are left out. */
export async function dailyProfits(tx: Tx, asked: DaysAsked): Promise<DayResult[]> {
  const rows = await tx.query<{ day: string; pnl: string; fee: string; trades: string; wins: string }>(
    `select trading_day as day, sum(pnl) as pnl, sum(fee) as fee,
            count(*) filter (where closes) as trades, count(*) filter (where closes and pnl > 0) as wins
       from (select trading_day, order_id, sum(realized_pnl) as pnl, sum(fee) as fee, bool_or(is_close) as closes
               from trading_fill
              where site_id = $1 and member_id = $2 and book = 'oversea' and ($3::bigint is null or option_id = $3)
                and ($4::text is null or trading_day >= $4) and ($5::text is null or trading_day <= $5)
              group by trading_day, order_id) orders
      group by trading_day order by trading_day desc limit ${mostRows}`,
    [asked.siteId, asked.memberId, asked.optionId, asked.from, asked.to],
  )
  return rows.map((row) => ({
    date: row.day,
    realizedPnl: BigInt(row.pnl),
    fee: BigInt(row.fee),
    trades: Number(row.trades),
    wins: Number(row.wins),
  }))
}
