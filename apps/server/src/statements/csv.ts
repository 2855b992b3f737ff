import { Statement } from '@maru/provider-protocol'
import type { WholeStatement } from './store.ts'

const header = 'providerRef,reference,kind,amount,fee,at,valueDate'
const maxLines = 10_000

type Line = WholeStatement['lines'][number]
/** The lines of a file; or the number of its first line that has another form, counted from 1 with the header. */
export type ParsedCsv = { readonly lines: Line[] } | { readonly faultAt: number }

/**
 * Reads the lines of a day from CSV: the header as above, then one line each, no quotes, `at` in ISO 8601 with its offset. `reference` may be
 * empty, and so may `providerRef`: such a line is named by its day, time and amount. Identical lines without a reference are as many
 * movements: each after the first is numbered. Two different lines under one name are a fault, and so is a value date after the day.
 */
export function linesOfCsv(csv: string, day: string): ParsedCsv {
  const [first, ...rows] = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/, maxLines + 2)
  if (first !== header) return { faultAt: 1 }
  if (rows.length > maxLines) return { faultAt: maxLines + 2 }
  const lines: Line[] = []
  const seen = new Map<string, { readonly row: string; count: number }>()
  for (const [index, row] of rows.entries()) {
    const line = lineOf(row, day)
    if (line === null || line.valueDate > day) return { faultAt: index + 2 }
    const name = `${line.kind} ${line.providerRef}`
    const equal = seen.get(name)
    if (equal === undefined) {
      seen.set(name, { row, count: 1 })
      lines.push(line)
      continue
    }
    if (equal.row !== row || line.reference !== null) return { faultAt: index + 2 }
    equal.count += 1
    lines.push({ ...line, providerRef: `${line.providerRef}#${equal.count}` })
  }
  return { lines }
}

function lineOf(row: string, day: string): Line | null {
  const fields = row.split(',')
  const [given = '', reference, kind, amount, fee, time = '', valueDate] = fields
  if (fields.length !== 7 || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(time)) return null
  const at = Date.parse(time)
  const providerRef = given === '' ? `${day}/${at}/${amount}/${fee}` : given
  const parts = { providerRef, reference: reference === '' ? null : reference, kind, amount, fee, at, valueDate }
  const line = Statement.shape.lines.element.safeParse(parts)
  return line.success ? line.data : null
}
