import type { ProviderName, Statement } from '@maru/provider-protocol'
import type { Tx } from '../ports.ts'
import { inMinor, type MinorLine, type MinorStatement } from './minor.ts'

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

/** Stores the statement of a day that a provider reported. Returns what is wrong with it, or null: then it is stored. */
export async function storeStatement(tx: Tx, place: Place, told: WholeStatement, now: number): Promise<string | null> {
  const { currency } = place
  if (told.currency !== currency) return `it is in ${told.currency}`
  const statement = inMinor(told, currency)
  if (statement === null) return `an amount is none of ${currency}`
  return (await storeDay(tx, place, statement, now, null)) ? null : 'the day is final'
}

/** The file that brings a day by hand. */
export interface ImportedBy {
  readonly id: number
  readonly staffId: number
  readonly reason: string
}

/**
 * Stores a day, or what a later statement says of a day that still runs. False: the day is final, and nothing changes. A line that is not
 * there any more is noted as gone. `now`: wall clock.
 */
export async function storeDay(
  tx: Tx,
  place: Place,
  { day, opening, closing, isFinal, lines }: MinorStatement,
  now: number,
  imported: ImportedBy | null,
): Promise<boolean> {
  const of = [place.siteId, place.provider, place.currency, day]
  const stored = await tx.query(
    `insert into statement_day as d
       (site_id, provider, currency, day, opening, closing, is_final, read_at, imported_by, import_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (site_id, provider, currency, day) do update
       set opening = excluded.opening, closing = excluded.closing, is_final = excluded.is_final, read_at = excluded.read_at,
           imported_by = excluded.imported_by, import_reason = excluded.import_reason
       where not d.is_final
     returning 1`,
    [...of, String(opening), String(closing), isFinal, now, imported?.staffId ?? null, imported?.reason ?? null],
  )
  if (stored.length === 0) return false
  await tx.query(
    `update statement_line l set gone_at = $5
     where site_id = $1 and provider = $2 and currency = $3 and day = $4 and gone_at is null
       and not exists (select from jsonb_to_recordset($6::jsonb) as t ("providerRef" text, kind text)
                       where t.kind = l.kind and t."providerRef" = l.provider_ref)`,
    [...of, now, JSON.stringify(lines)],
  )
  const elsewhere = await keysOnFinalDays(tx, place, lines, day)
  const own = lines.filter((line) => !elsewhere.has(keyOf(line)))
  await storeLines(tx, place, { day, lines: own, importId: imported?.id ?? null }, now)
  return true
}

/** How a line is known within its account. */
export const keyOf = ({ kind, providerRef }: Pick<MinorLine, 'kind' | 'providerRef'>): string =>
  `${kind} ${providerRef}`

/** The keys of lines that a final day has: they are movements of that day, and no other may take them. `but`: a day that does not count. */
export async function keysOnFinalDays(
  tx: Tx,
  { siteId, provider, currency }: Place,
  lines: readonly MinorLine[],
  but: string | null,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ kind: MinorLine['kind']; provider_ref: string }>(
    `select l.kind, l.provider_ref from statement_line l
     join statement_day d using (site_id, provider, currency, day)
     where l.site_id = $1 and l.provider = $2 and l.currency = $3 and l.provider_ref = any ($4) and l.gone_at is null
       and d.is_final and d.day is distinct from $5::date`,
    [siteId, provider, currency, lines.map(({ providerRef }) => providerRef), but],
  )
  return new Set(rows.map(({ kind, provider_ref }) => keyOf({ kind, providerRef: provider_ref })))
}

interface Lines {
  readonly day: string
  readonly lines: readonly MinorLine[]
  readonly importId: number | null
}

/**
 * Stores lines of a day. A line keeps what it was found to show as long as it says the same; of one that says something else the movement
 * waits for its line again, so that nothing is booked for it a second time.
 */
export async function storeLines(
  tx: Tx,
  { siteId, provider, currency }: Place,
  { day, lines, importId }: Lines,
  now: number,
): Promise<void> {
  const of = [siteId, provider, currency]
  const rows = JSON.stringify(lines)
  await tx.query(
    `update house_movement m set is_shown = false
     from statement_line l
     join jsonb_to_recordset($4::jsonb) as t ("providerRef" text, kind text, amount bigint, fee bigint)
       on t.kind = l.kind and t."providerRef" = l.provider_ref
     where l.site_id = $1 and l.provider = $2 and l.currency = $3 and l.txn_id > 0 and (l.amount, l.fee) <> (t.amount, t.fee)
       and m.site_id = $1 and m.provider = $2 and m.currency = $3 and m.txn_id = l.txn_id and m.reason <> 'PROVIDER_FEE'`,
    [...of, rows],
  )
  await tx.query(
    `insert into statement_line as l
       (site_id, provider, currency, kind, provider_ref, reference, amount, fee, at, value_date, day, seen_at, import_id)
     select $1, $2, $3, kind, "providerRef", reference, amount, fee, at, "valueDate", $5, $6, $7
     from jsonb_to_recordset($4::jsonb)
       as t ("providerRef" text, reference text, kind text, amount bigint, fee bigint, at bigint, "valueDate" date)
     on conflict (site_id, provider, currency, kind, provider_ref) do update
       set reference = excluded.reference, amount = excluded.amount, fee = excluded.fee, gone_at = null, day = excluded.day,
           import_id = excluded.import_id,
           txn_id = case when (l.amount, l.fee) = (excluded.amount, excluded.fee) and not ${isBack} then l.txn_id end,
           settle_id = case when (l.amount, l.fee) = (excluded.amount, excluded.fee) and not ${isBack} then l.settle_id end,
           fee_gap = case when (l.amount, l.fee) = (excluded.amount, excluded.fee) then l.fee_gap else 0 end,
           confirmed_by = case when (l.amount, l.fee) = (excluded.amount, excluded.fee) then l.confirmed_by end,
           confirmed_at = case when (l.amount, l.fee) = (excluded.amount, excluded.fee) then l.confirmed_at end`,
    [...of, rows, day, now, importId],
  )
}

/** A line that was gone, and whose money two persons took out of the ledger, is there again. */
const isBack = '(l.gone_at is not null and l.settle_id is not null)'
