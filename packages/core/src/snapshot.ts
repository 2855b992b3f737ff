import { leafHash, toHex } from '@maru/evidence'
import type { Book } from './book.ts'
import type { State } from './state.ts'
import type { CoreSnapshot, Moment } from './types.ts'

/** All that `restore` needs, as the database would give it `now` (−∞: before the first call on a new installation). */
export const snapshotOf = (books: readonly Book[], state: State, siteGroup: string, now: Moment): CoreSnapshot =>
  Object.assign(rowsOf(books, state, now), { siteGroup, lastBatchAt: Number.isFinite(now.at) ? now.at : null })

const rowsOf = (books: readonly Book[], state: State, now: Moment): Omit<CoreSnapshot, 'siteGroup' | 'lastBatchAt'> =>
  Object.assign({}, ...books.map((book) => book.rows?.(state, now)))

/**
 * SHA-256 over every kept row and every sum that is derived from them, in a fixed order: a restored core has the same. What a
 * restart forgets by design (ticks, feed states, replies, when a stake that became void was taken) is no part of it.
 */
export function hashOf(books: readonly Book[], state: State, now: Moment): string {
  const rows: readonly [string, readonly unknown[]][] = Object.entries(rowsOf(books, state, now))
  const tables = rows.map(([table, list]) => [table, list.map(text).sort()])
  const digests = books.map((book) => book.digest?.(state) ?? [])
  return toHex(leafHash([tables, digests]))
}

/** Object keys in one order, so that rows from memory and from the database give the same text. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => {
    if (typeof inner === 'bigint') return `${inner}n`
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
