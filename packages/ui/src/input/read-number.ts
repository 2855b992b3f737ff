export interface NumberRules {
  /** Decimals that the field takes. */
  readonly decimals: number
  readonly negative?: boolean
  /** Digits before the point; by default as many as a decimal of the wire may have. */
  readonly maxWholeDigits?: number
  /** Units that may stand around the number: those of the field. */
  readonly units?: readonly string[]
  /** The decimal mark of the visitor's own keyboard and documents. */
  readonly mark?: '.' | ','
}

/**
 * The number that a text means, as a decimal with a point: `1,234.5`, `1.234,5`, `1 234,5`, digits of full width, the unit of
 * the field. Null where it is none, or could mean more than one.
 */
export function readNumber(text: string, { units = [], mark = '.' }: NumberRules): string | null {
  const plain = withoutUnit(text.normalize('NFKC').trim(), units)
  const [, sign = '', body = ''] = /^([+\u2212-]?)\s*(.*)$/s.exec(plain) ?? []
  const minus = sign === '' || sign === '+' ? '' : '-'
  if (body === '') return minus
  const [number, other] = new Set([pointDecimal(body), commaDecimal(body, mark)].filter((reading) => reading !== null))
  // Where commas mark decimals, `1,234` and `1.234` each have two meanings; here a point marks them on every page.
  return number === undefined || (other !== undefined && mark === ',') ? null : minus + number
}

function withoutUnit(text: string, units: readonly string[]): string {
  for (const unit of units) {
    if (text.endsWith(unit)) return text.slice(0, -unit.length).trim()
    if (text.startsWith(unit)) return text.slice(unit.length).trim()
  }
  return text
}

const groups = [' ', "['\u2019]"]
const inGroups = (group: string, mark: string) => new RegExp(`^\\d{1,3}(?:${group}\\d{3})+(?:${mark}\\d*)?$`)
const withPoint = [/^(?:\d+\.?\d*|\.\d+)$/, ...[',', ...groups].map((group) => inGroups(group, '\\.'))]
const withComma = ['\\.', ...groups].map((group) => inGroups(group, ','))

function pointDecimal(body: string): string | null {
  return withPoint.some((form) => form.test(body)) ? body.replace(/[^\d.]/g, '') : null
}

/** `1,5` alone is one only where the visitor writes so: elsewhere it is the beginning of `1,500`. */
function commaDecimal(body: string, mark: '.' | ','): string | null {
  const isOne = withComma.some((form) => form.test(body)) || (mark === ',' && /^(?:\d+,\d*|,\d+)$/.test(body))
  return isOne ? body.replace(/[^\d,]/g, '').replace(',', '.') : null
}
