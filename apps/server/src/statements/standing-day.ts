import type { Tx } from '../ports.ts'
import type { MinorLine } from './minor.ts'
import type { Place } from './store.ts'

/** A day of an account as it is stored, with its corrections. Amounts in minor units. */
export interface StandingDay {
  readonly opening: bigint
  readonly closing: bigint
  readonly isFinal: boolean
  readonly lines: readonly StandingLine[]
}
export interface StandingLine {
  readonly kind: MinorLine['kind']
  readonly providerRef: string
  readonly reference: string | null
  readonly amount: bigint
  readonly fee: bigint
  readonly at: number
}

/** A day of an account; null: nothing is stored of it. */
export async function standingDay(
  tx: Tx,
  { siteId, provider, currency }: Place,
  day: string,
): Promise<StandingDay | null> {
  const of = [siteId, provider, currency, day]
  const [row] = await tx.query<{ opening: string; closing: string; is_final: boolean }>(
    `select coalesce(corrected_opening, opening) as opening, coalesce(corrected_closing, closing) as closing, is_final
     from statement_day where site_id = $1 and provider = $2 and currency = $3 and day = $4`,
    of,
  )
  if (row === undefined) return null
  const lines = await tx.query<Omit<StandingLine, 'amount' | 'fee' | 'at'> & Record<'amount' | 'fee' | 'at', string>>(
    `select kind, provider_ref as "providerRef", reference, amount, fee, at from statement_line
     where site_id = $1 and provider = $2 and currency = $3 and day = $4 and gone_at is null order by at, provider_ref`,
    of,
  )
  return {
    opening: BigInt(row.opening),
    closing: BigInt(row.closing),
    isFinal: row.is_final,
    lines: lines.map(({ amount, fee, at, ...line }) => ({
      ...line,
      amount: BigInt(amount),
      fee: BigInt(fee),
      at: Number(at),
    })),
  }
}
