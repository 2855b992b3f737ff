import type { HouseResult } from '@maru/contract'
import { formatMinor } from '@maru/core'
import { kstDay, type Period } from '../http/filters.ts'
import type { Tx } from '../ports.ts'
import { lineOf } from './house-hours.ts'

const dayMs = 86_400_000
const kstOffsetMs = 9 * 3_600_000
const dayOf = (column: string) => `(${column} + ${kstOffsetMs}) / ${dayMs}`

type Key = Pick<HouseResult, 'line' | 'currency'> & { readonly day: string }
/** Amounts of the house in minor units. */
interface Earned extends Key {
  /** null: of the ledger, over all instruments of the line. */
  readonly optionId: number | null
  readonly result: bigint
  readonly fees: bigint
}
/** The name of an option of a line. */
export type NameOf = (line: HouseResult['line'], optionId: number) => string

const currencies = { ROUND: 'KRW', FUTURES: 'USDT', OVERSEA: 'KRW' } as const
const named = (day: string) => kstDay(Number(day) * dayMs - kstOffsetMs)

/** What the house earned by day, line and instrument. What the ledger has beyond the instruments stands as a row without one. */
export async function houseResults(tx: Tx, siteId: number, period: Period, nameOf: NameOf) {
  const instruments = await earnedByInstrument(tx, siteId, period)
  const rest = new Map((await booked(tx, siteId, period)).map((row) => [keyOf(row), row]))
  for (const row of instruments) {
    const { result = 0n, fees = 0n } = rest.get(keyOf(row)) ?? {}
    rest.set(keyOf(row), { ...row, optionId: null, result: result - row.result, fees: fees - row.fees })
  }
  return [...instruments, ...rest.values()]
    .filter(({ result, fees }) => result !== 0n || fees !== 0n)
    .map(({ day, line, currency, optionId, result, fees }) => ({
      day,
      line,
      currency,
      instrument: optionId === null ? '' : nameOf(line, optionId),
      result: formatMinor(result, currency),
      fees: formatMinor(fees, currency),
    }))
}

const keyOf = ({ day, line, currency }: Key): string => `${day} ${line} ${currency}`

/** What members lost and paid on each instrument: rounds by the day they ended, fills by theirs. */
async function earnedByInstrument(tx: Tx, siteId: number, { from, to }: Period): Promise<Earned[]> {
  const rows = await tx.query<{
    line: HouseResult['line']
    option_id: string
    day: string
    result: string
    fees: string
  }>(
    `select case book when 'futures' then 'FUTURES' else 'OVERSEA' end as line, option_id, ${dayOf('at')} as day,
            -sum(realized_pnl) as result, sum(fee) as fees
       from trading_fill where site_id = $1 and at >= $2 and at < $3 group by book, option_id, 3
     union all
     select 'ROUND', b.option_id, ${dayOf('r.end_at')}, -sum(b.profit), 0
       from round_option o
       join round r on r.site_id = o.site_id and r.option_id = o.id and r.start_at >= $2 - ${dayMs} and r.end_at >= $2 and r.end_at < $3
       join bet b on b.site_id = r.site_id and b.trade_round_id = r.id
      where o.site_id = $1 and b.status in (1, 2) group by 2, 3`,
    [siteId, from, to],
  )
  return rows.map((row) => ({
    day: named(row.day),
    line: row.line,
    currency: currencies[row.line],
    optionId: Number(row.option_id),
    result: BigInt(row.result),
    fees: BigInt(row.fees),
  }))
}

/** What the ledger booked to the accounts of each line. */
async function booked(tx: Tx, siteId: number, { from, to }: Period): Promise<Earned[]> {
  const rows = await tx.query<{ account: string; currency: HouseResult['currency']; day: string; sum: string }>(
    `select account, currency, ${dayOf('hour_at')} as day, sum(sum) as sum from house_hour
      where site_id = $1 and hour_at >= $2 and hour_at < $3 group by account, currency, 3`,
    [siteId, from, to],
  )
  const byKey = new Map<string, Earned>()
  for (const { account, currency, day, sum } of rows) {
    const line = lineOf(account, currency)
    if (line === null || currencies[line] !== currency) continue
    const key = { day: named(day), line, currency }
    const { result = 0n, fees = 0n } = byKey.get(keyOf(key)) ?? {}
    const isFee = account.startsWith('FEE_')
    byKey.set(keyOf(key), {
      ...key,
      optionId: null,
      result: isFee ? result : result + BigInt(sum),
      fees: isFee ? fees + BigInt(sum) : fees,
    })
  }
  return [...byKey.values()]
}
