/** What Excel needs to read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

export type Cell = string | number | null

/** A line of a CSV file (RFC 4180) without its end. No cell of it runs as a formula where the file is opened. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(cellText).join(',')

function cellText(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  // A spreadsheet would run text that begins like a formula; numbers with a sign are no formula.
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
