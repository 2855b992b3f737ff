/** Throws where a value differs from the expected one. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what} is ${String(actual)}, expected ${String(expected)}`)
}

/** A decimal string in units of 10^-decimals. */
export function decimal(text: string, decimals: number): bigint {
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
