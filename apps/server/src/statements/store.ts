import { parseMinor } from '@maru/core'
import type { ProviderName, Statement } from '@maru/provider-protocol'
import type { Tx } from '../ports.ts'

/** An account of the house at a provider. */
export interface Place {
  readonly siteId: number
  readonly provider: ProviderName
  readonly currency: string
}

export type WholeStatement = Omit<Statement, 'next'>

/** The newest day of an account that is final; null: none is. */
export async function newestFinalDay(tx: Tx, { siteId, provider, currency }: Place): Promise<string | null> {
  const [row] = await tx.query<{ day: string | null }>(
    `select max(day)::text as day from statement_day where site_id = $1 and provider = $2 and currency = $3 and is_final`,
    [siteId, provider, currency],
  )
  return row?.day ?? null
}

/**
 * Stores the statement of a day, or what a later one says of the same day. A line keeps what it was found to show as long as its amount
 * is the same; a line that is not there any more is noted as gone. Returns what is wrong with it, or null: then it is stored.
 */
export async function storeStatement(tx: Tx, place: Place, told: WholeStatement, now: number): Promise<string | null> {
  const { siteId, provider, currency } = place
  if (told.currency !== currency) return `it is in ${told.currency}`
  const minor = (text: string) => parseMinor(withoutZeros(text), currency)
  const opening = minor(told.opening)
  const closing = minor(told.closing)
  const lines = told.lines.map((line) => ({ ...line, amount: minor(line.amount), fee: minor(line.fee) }))
  if (opening === null || closing === null || lines.some(({ amount, fee }) => amount === null || fee === null))
    return `an amount is none of ${currency}`
  const of = [siteId, provider, currency, told.day]
  await tx.query(
    `insert into statement_day (site_id, provider, currency, day, opening, closing, is_final, read_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (site_id, provider, currency, day) do update
       set opening = excluded.opening, closing = excluded.closing, is_final = excluded.is_final, read_at = excluded.read_at,
           imported_by = null, import_reason = null`,
    [...of, String(opening), String(closing), told.isFinal, now],
  )
  const rows = lines.map(({ amount, fee, ...line }) => ({ ...line, amount: String(amount), fee: String(fee) }))
  await tx.query(
    `with told as (
       select * from jsonb_to_recordset($6::jsonb)
         as t ("providerRef" text, reference text, kind text, amount bigint, fee bigint, at bigint, "valueDate" date)
     ), gone as (
       update statement_line l set gone_at = $5
       where site_id = $1 and provider = $2 and currency = $3 and day = $4 and gone_at is null
         and not exists (select from told t where t.kind = l.kind and t."providerRef" = l.provider_ref)
     )
     insert into statement_line as l
       (site_id, provider, currency, kind, provider_ref, reference, amount, fee, at, value_date, day, seen_at)
     select $1, $2, $3, kind, "providerRef", reference, amount, fee, at, "valueDate", $4, $5 from told
     on conflict (site_id, provider, currency, kind, provider_ref) do update
       set reference = excluded.reference, amount = excluded.amount, fee = excluded.fee, gone_at = null, day = excluded.day,
           txn_id = case when l.amount = excluded.amount and l.fee = excluded.fee then l.txn_id end`,
    [...of, now, JSON.stringify(rows)],
  )
  return null
}

/** Notes who brought the statement of a day by hand. */
export async function noteImport(
  tx: Tx,
  { siteId, provider, currency }: Place,
  day: string,
  { staffId, reason }: { readonly staffId: number; readonly reason: string },
): Promise<void> {
  await tx.query(
    `update statement_day set imported_by = $5, import_reason = $6
     where site_id = $1 and provider = $2 and currency = $3 and day = $4`,
    [siteId, provider, currency, day, staffId, reason],
  )
}

const withoutZeros = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
