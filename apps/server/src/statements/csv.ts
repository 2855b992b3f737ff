import { Statement } from '@maru/provider-protocol'
import type { WholeStatement } from './store.ts'

const header = 'providerRef,reference,kind,amount,fee,at,valueDate'
const mostLines = 10_000

/**
 * Reads the lines of a day from CSV: the header as above, then one line each, no quotes, `reference` may be empty, `at` in ISO 8601 with
 * its offset. Null where any line has another form: nothing of it is taken.
 */
export function linesOfCsv(csv: string): WholeStatement['lines'] | null {
  const [first, ...rows] = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/, mostLines + 2)
  if (first !== header || rows.length > mostLines) return null
  const lines: WholeStatement['lines'] = []
  for (const row of rows) {
    const fields = row.split(',')
    const [providerRef, reference, kind, amount, fee, at = '', valueDate] = fields
    if (fields.length !== 7 || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(at)) return null
    const told = { providerRef, reference: reference === '' ? null : reference, kind, amount, fee, valueDate }
    const line = Statement.shape.lines.element.safeParse({ ...told, at: Date.parse(at) })
    if (!line.success) return null
    lines.push(line.data)
  }
  return lines
}
