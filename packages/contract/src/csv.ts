/** What Excel needs to read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

export type Cell = string | number | null

/** A line of a CSV file (RFC 4180) without its end. No cell of it runs as a formula where the file is opened. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(cellText).join(',')

function cellText(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  // A number with a sign is no formula.
  const safe = formulaStart.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A spreadsheet runs text that begins so; some take full-width forms and the minus sign for the plain ones, and skip what is not seen. */
const formulaStart = /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠﹢﹣﹫﹦−]|^[\t\r\n]/
