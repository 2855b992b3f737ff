/** PostgreSQL array literals, built by hand: the driver's own conversion costs more than the rest of a batch. */

export type Scalar = string | number | bigint | null

/** `{1,2,NULL}` of numbers. */
export function numberArray(values: readonly (number | bigint | null)[]): string {
  let literal = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) literal += ','
    literal += values[index] ?? 'NULL'
  }
  return `${literal}}`
}

const plain = /^[A-Za-z0-9_:./-]+$/

/** `{BTC,"a \"b\"",NULL}` of texts; quotes whatever is not plainly harmless. */
export function textArray(values: readonly (string | null)[]): string {
  let literal = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) literal += ','
    const value = values[index] as string | null
    if (value === null) literal += 'NULL'
    else if (plain.test(value) && value !== 'NULL' && value.toUpperCase() !== 'NULL') literal += value
    else literal += `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  }
  return `${literal}}`
}

/** The same of JSON documents; null stays SQL NULL. */
export function jsonArray(values: readonly unknown[]): string {
  return textArray(values.map((value) => (value === null ? null : JSON.stringify(value))))
}
