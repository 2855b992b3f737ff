/** A list that a query reads: which rows, in which order, and how they are shown. */
export interface QueryList<R extends object, T> {
  readonly siteId: number
  /** A table, or a query in brackets. */
  readonly source: string
  readonly where: string
  readonly order: string
  readonly values: readonly unknown[]
  /** Shows rows, those of a page or a part of a file at a time. */
  readonly shown: (rows: R[]) => readonly T[] | Promise<readonly T[]>
}

/** A list of the console, or one that is short and was read whole. */
export type DeskList<R extends object, T> = QueryList<R, T> | { readonly whole: readonly T[] }

export const isWhole = <R extends object, T>(list: DeskList<R, T>): list is { readonly whole: readonly T[] } =>
  'whole' in list
