/** PostgreSQL array literals, built by hand in one pass: the driver's own conversion costs more than the rest of a batch. */

/** `{1,2,NULL}` of numbers. */
export function numberArray<R>(rows: readonly R[], of: (row: R) => number | bigint | null): string {
  let literal = ''
  for (const row of rows) literal += `,${of(row) ?? 'NULL'}`
  return `{${literal.slice(1)}}`
}

/** `{t,f,NULL}`. */
export function booleanArray<R>(rows: readonly R[], of: (row: R) => boolean | null): string {
  let literal = ''
  for (const row of rows) literal += `,${of(row) ?? 'NULL'}`
  return `{${literal.slice(1)}}`
}

const harmless = /^[A-Za-z0-9_:./-]+$/

/** `{BTC,"a \"b\"",NULL}` of texts; quotes whatever is not plainly harmless. */
export function textArray<R>(rows: readonly R[], of: (row: R) => string | null): string {
  let literal = ''
  for (const row of rows) literal += `,${textElement(of(row))}`
  return `{${literal.slice(1)}}`
}

function textElement(value: string | null): string {
  if (value === null) return 'NULL'
  if (harmless.test(value) && value.toUpperCase() !== 'NULL') return value
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** An array of JSON documents; null becomes SQL NULL. */
export function jsonArray<R>(
  rows: readonly R[],
  of: (row: R) => unknown,
  replace?: (key: string, value: unknown) => unknown,
): string {
  return textArray(rows, (row) => {
    const value = of(row)
    return value === null ? null : JSON.stringify(value, replace)
  })
}
