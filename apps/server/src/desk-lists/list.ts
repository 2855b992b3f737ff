import { partPattern, periodOf } from '../http/filters.ts'

/** A list that a query reads: which rows, in which order, and how they are shown. */
export interface QueryList<R extends object, T> {
  readonly siteId: number
  /** A table, or a query in brackets. */
  readonly source: string
  readonly where: string
  readonly order: string
  readonly values: readonly unknown[]
  /** The column by which days cut it, in epoch ms. */
  readonly time?: string
  /** The columns in which a text is searched. */
  readonly texts?: readonly string[]
  /** The column that a number names as a whole. */
  readonly number?: string
  /** Shows rows, those of a page or a part of a file at a time. */
  readonly shown: (rows: R[]) => readonly T[] | Promise<readonly T[]>
}

/** A list that is short and was read whole. */
export interface WholeList<T> {
  readonly whole: readonly T[]
  readonly timeOf?: (row: T) => number
  readonly textOf?: (row: T) => string
}

/** A list of the console. */
export type DeskList<R extends object, T> = QueryList<R, T> | WholeList<T>

export const isWhole = <R extends object, T>(list: DeskList<R, T>): list is WholeList<T> => 'whole' in list

/** What a list may be cut to, beside its own filters. */
export interface ListCut {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly q?: string | undefined
}

/** The rows of a list that lie in the days and hold the text that were asked for. */
export function within<R extends object, T>(list: DeskList<R, T>, cut: ListCut): DeskList<R, T> {
  const { from, to } = periodOf(cut)
  const isCut = cut.startDate !== undefined || cut.endDate !== undefined
  if (isWhole(list)) {
    const { timeOf, textOf } = list
    const sought = cut.q?.toLowerCase()
    const isIn = (row: T) =>
      (!isCut || timeOf === undefined || (timeOf(row) >= from && timeOf(row) < to)) &&
      (!sought || textOf === undefined || textOf(row).toLowerCase().includes(sought))
    return { ...list, whole: list.whole.filter(isIn) }
  }
  const parts = [list.where]
  const values = [...list.values]
  const add = (value: unknown) => `$${values.push(value)}`
  if (isCut && list.time !== undefined) parts.push(`${list.time} >= ${add(from)} and ${list.time} < ${add(to)}`)
  if (cut.q && list.texts !== undefined) {
    const text = add(partPattern(cut.q))
    parts.push(`(${list.texts.map((column) => `${column}::text ilike ${text}`).join(' or ')})`)
  }
  if (cut.q && list.number !== undefined) parts.push(`${list.number} = ${add(cut.q)}`)
  return { ...list, where: parts.map((part) => `(${part})`).join(' and '), values }
}
