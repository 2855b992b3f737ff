import type { HouseLine } from '@maru/contract'
import { formatMinor } from '@maru/core'
import type { Tx } from '../ports.ts'

const hourMs = 3_600_000

/** What a line earned in a currency. */
export interface EarnedLine {
  readonly line: HouseLine['line']
  readonly currency: HouseLine['currency']
  readonly fees: bigint
  /** The result of each hour of the period. */
  readonly hours: readonly bigint[]
}

/** Each line with the currency of its members' wallets. */
const lines = [
  { line: 'ROUND', currency: 'KRW' },
  { line: 'FUTURES', currency: 'USDT' },
  { line: 'OVERSEA', currency: 'KRW' },
] as const

/** The line of an account; nights of contracts and funding of perpetuals share an account and differ in currency. */
export function lineOf(account: string, currency: string): HouseLine['line'] | null {
  if (account === 'FUNDING') return currency === 'USDT' ? 'FUTURES' : 'OVERSEA'
  const line = /^(?:PNL|FEE)_(ROUND|FUTURES|OVERSEA)$/.exec(account)?.[1]
  return lines.find((one) => one.line === line)?.line ?? null
}

/** What each line earned in the hours from `from` on, `hours` of them. */
export async function earnedLines(tx: Tx, siteId: number, from: number, hours: number): Promise<EarnedLine[]> {
  const rows = await tx.query<{ hour_at: string; account: string; currency: string; sum: string }>(
    'select hour_at, account, currency, sum from house_hour where site_id = $1 and hour_at >= $2 and hour_at < $3',
    [siteId, from, from + hours * hourMs],
  )
  return lines.map(({ line, currency }) => {
    const own = rows.filter((row) => row.currency === currency && lineOf(row.account, row.currency) === line)
    const results = Array.from({ length: hours }, () => 0n)
    let fees = 0n
    for (const { account, hour_at, sum } of own) {
      const at = (Number(hour_at) - from) / hourMs
      if (account.startsWith('FEE_')) fees += BigInt(sum)
      else results[at] = (results[at] ?? 0n) + BigInt(sum)
    }
    return { line, currency, fees, hours: results }
  })
}

/** A line as the console shows it. `rate`: what 10^12 minor units of its currency are worth in KRW; null: nobody knows. */
export function houseLine({ line, currency, fees, hours }: EarnedLine, rate: bigint | null): HouseLine {
  return {
    line,
    currency,
    result: formatMinor(
      hours.reduce((sum, one) => sum + one, 0n),
      currency,
    ),
    fees: formatMinor(fees, currency),
    won: rate === null ? null : hours.map((one) => Number((one * rate) / rateUnits)),
  }
}

/** So many minor units are what a rate is asked for. */
export const rateUnits = 10n ** 12n
