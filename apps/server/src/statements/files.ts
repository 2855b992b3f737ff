import type { ProviderName } from '@maru/provider-protocol'
import type { Tx } from '../ports.ts'
import type { MinorLine } from './minor.ts'
import type { Place } from './store.ts'

/** A statement of a day as a person brought it: it waits for a second one. Amounts in minor units. */
export interface ImportFile extends Place {
  readonly id: number
  readonly day: string
  readonly opening: bigint
  readonly closing: bigint
  readonly isCorrection: boolean
  readonly lines: readonly MinorLine[]
  readonly requestedBy: number
  readonly reason: string
}

/** Writes a file down until a second person approves it. `now`: wall clock. */
export async function addFile(tx: Tx, file: ImportFile, now: number): Promise<void> {
  const { siteId, id, provider, currency, day, opening, closing, isCorrection, lines, requestedBy, reason } = file
  await tx.query(
    `insert into statement_import
       (site_id, id, provider, currency, day, opening, closing, is_correction, lines, requested_by, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[siteId, id, provider, currency, day, String(opening), String(closing), isCorrection],
      ...[JSON.stringify(lines), requestedBy, reason, now],
    ],
  )
}

/** A file of a site; null: there is none of this id. */
export async function fileById(tx: Tx, siteId: number, id: number): Promise<ImportFile | null> {
  const [row] = await tx.query<{
    provider: ProviderName
    currency: string
    day: string
    opening: string
    closing: string
    is_correction: boolean
    lines: MinorLine[]
    requested_by: string
    reason: string
  }>(
    `select provider, currency, day::text, opening, closing, is_correction, lines, requested_by, reason
     from statement_import where site_id = $1 and id = $2`,
    [siteId, id],
  )
  if (row === undefined) return null
  const { provider, currency, day, lines, reason } = row
  return {
    ...{ siteId, id, provider, currency, day, lines, reason },
    opening: BigInt(row.opening),
    closing: BigInt(row.closing),
    isCorrection: row.is_correction,
    requestedBy: Number(row.requested_by),
  }
}

/** Notes that a file is stored. `now`: wall clock. */
export async function noteStored(
  tx: Tx,
  { siteId, id }: Pick<ImportFile, 'siteId' | 'id'>,
  now: number,
): Promise<void> {
  await tx.query('update statement_import set stored_at = $3 where site_id = $1 and id = $2', [siteId, id, now])
}
