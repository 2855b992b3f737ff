import { byteOrderMark, type Cell, csvLine } from '@maru/contract/csv'

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}
/** The columns of a list as a file: the word of each head, and its cell of a row. */
export type Columns<Row, Word> = readonly (readonly [Word, (row: Row, t: (word: Word) => string) => Cell])[]

/** Head and rows of a list as a file. */
export const tableOf = <Row, Word>(
  columns: Columns<Row, Word>,
  rows: readonly Row[],
  t: (word: Word) => string,
): Table => ({
  head: columns.map(([word]) => t(word)),
  rows: rows.map((row) => columns.map(([, cell]) => cell(row, t))),
})

/** A CSV file (RFC 4180, UTF-8 with byte order mark) of a head and rows. */
export function toCsv(head: readonly string[], rows: Table['rows']): string {
  return `${byteOrderMark}${[head, ...rows].map(csvLine).join('\r\n')}\r\n`
}
