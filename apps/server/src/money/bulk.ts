import { createHash } from 'node:crypto'
import { type BulkOutcome, bulkBelowWon } from '@maru/contract'
import { isAbove, type StaffCaps } from '../caps/index.ts'
import type { NamedRow } from './desk-rows.ts'

/** Why a request is not approved among others; null: it may be. Who repeats the call finds the same of what is done. */
export function unfitForBulk(row: NamedRow | undefined, caps: StaffCaps): BulkOutcome['outcome'] | null {
  if (row === undefined || (row.type !== 'D' && row.type !== 'W')) return 'OTHER_KIND'
  if (row.type === 'D' && !row.steps.some(({ state }) => state === 'ARRIVED')) return 'NOT_ARRIVED'
  const isAboveCap = row.type === 'W' && isAbove(caps, { act: 'WITHDRAW', won: row.won })
  if (row.won >= BigInt(bulkBelowWon) || isAboveCap) return 'LARGE'
  if (row.flags.length > 0) return 'FLAGGED'
  return row.marks.length > 0 ? 'FROZEN' : null
}

/** The key of one step of a call that takes several: the same for a repeat of the call. */
export function stepKey(key: string, id: number): string {
  const hex = createHash('sha256').update(`${key}:${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
