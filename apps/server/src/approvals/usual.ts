import type { ApprovalField, Currency } from '@maru/contract'
import type { Tx } from '../ports.ts'
import type { StoredKind } from './store.ts'
import { field, moneyText } from './words.ts'

/** Money in minor units of its currency. */
export interface Amount {
  readonly amount: bigint
  readonly currency: Currency
}

/** The usual amount is the median of the newest so many that were carried out. */
const usualOf = 100
/** Fewer are no custom. */
const fewestUsual = 3
/** Beyond so many times the usual amount it is said. */
const timesBeyond = 10n

/** The median amount of approvals of a kind and currency that a site carried out lately; null: there were too few. */
export async function usualAmount(
  tx: Tx,
  { siteId, kind, currency }: { readonly siteId: number; readonly kind: StoredKind; readonly currency: Currency },
): Promise<bigint | null> {
  const newest = `select amount from approval where site_id = $1 and kind = $2 and currency = $3 and state = 'APPROVED'`
  return medianOf(tx, newest, [siteId, kind, currency])
}

/** The median `amount` of the newest rows of a query by their ids; null: they are too few for a custom. */
export async function medianOf(tx: Tx, rows: string, values: readonly unknown[]): Promise<bigint | null> {
  const [row] = await tx.query<{ count: number; median: string | null }>(
    `select count(*)::int as count, percentile_disc(0.5) within group (order by amount)::text as median
     from (${rows} order by id desc limit ${usualOf}) newest`,
    [...values],
  )
  return row === undefined || row.median === null || row.count < fewestUsual ? null : BigInt(row.median)
}

/** Whether an amount is more than ten times the usual one. */
export const isFarBeyond = (amount: bigint, usual: bigint | null): usual is bigint =>
  usual !== null && amount > usual * timesBeyond

/** Says the usual amount, and how many times it this one is, where it is far beyond. */
export function usualFields({ amount, currency }: Amount, usual: bigint | null): ApprovalField[] {
  if (!isFarBeyond(amount, usual)) return []
  const text = moneyText(usual, currency)
  const times = usual === 0n ? null : amount / usual
  const after =
    times === null
      ? { ko: '평소보다 훨씬 큽니다', en: 'Far more than usual' }
      : { ko: `평소의 ${times}배입니다`, en: `${times} times the usual` }
  return [field({ ko: '평소 금액', en: 'Usual amount' }, text, after)]
}
