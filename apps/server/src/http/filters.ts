import type { z } from 'zod'
import { Refused } from './refused.ts'

const dayMs = 86_400_000
const kstOffsetMs = 9 * 3_600_000
const defaultSize = 20
/** A bare list has at most this many rows. */
export const mostRows = 500

/** A stretch of time: from, inclusive, to `to`, exclusive. Epoch ms. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** Which rows of a long list. */
export interface Slice {
  readonly limit: number
  readonly offset: number
}

export interface PageAsked extends Slice {
  readonly page: number
  readonly size: number
}

/** The KST day of a moment, YYYY-MM-DD. */
export const kstDay = (at: number): string => new Date(at + kstOffsetMs).toISOString().slice(0, 10)

/** 00:00 KST of a day to 00:00 KST of the next. */
export function kstDayPeriod(day: string): Period {
  const from = Date.parse(`${day}T00:00:00Z`) - kstOffsetMs
  return { from, to: from + dayMs }
}

/** The KST days from startDate to endDate, both inclusive; an end that is not named is open. Refuses a start after the end. */
export function periodOf(query: {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}): Period {
  const from = query.startDate === undefined ? 0 : kstDayPeriod(query.startDate).from
  const to = query.endDate === undefined ? Number.MAX_SAFE_INTEGER : kstDayPeriod(query.endDate).to
  if (from >= to) throw new Refused('INVALID_REQUEST', { field: 'querystring/startDate' })
  return { from, to }
}

/** The members of a comma list, or null where it has none. */
export function membersOf(list: string | undefined): string[] | null {
  const members = (list ?? '').split(',').flatMap((text) => text.trim() || [])
  return members.length === 0 ? null : members
}

/**
 * The members of a comma list that `schema` knows; null where the list was not sent or is empty. One that names only what is
 * unknown matches nothing.
 */
export function listOf<T>(schema: z.ZodType<T>, list: string | undefined): T[] | null {
  return (
    membersOf(list)?.flatMap((text) => {
      const value = schema.safeParse(text)
      return value.success ? [value.data] : []
    }) ?? null
  )
}

/** The page that was asked for: by resultType, or by naming a page or size. Null: a bare list. */
export function pageOfQuery(query: {
  readonly resultType?: string | undefined
  readonly page?: number | undefined
  readonly size?: number | undefined
}): PageAsked | null {
  if (query.resultType !== 'Page' && query.page === undefined && query.size === undefined) return null
  const { page = 0, size = defaultSize } = query
  return { page, size, limit: size, offset: page * size }
}

/** The answer to a page that was asked for. */
export const pageAnswer = <T>({ page, size }: PageAsked, content: T[], totalElements: number) => ({
  content,
  page,
  size,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
})

/** A pattern for `like` that any text with this part matches: what stands for others in a pattern stands for itself. */
export const partPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
