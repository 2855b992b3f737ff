/** Sums of the auditors' own: nothing here is shared with the core or its packages. */
export const max = (a: bigint, b: bigint) => (a > b ? a : b)
export const min = (a: bigint, b: bigint) => (a < b ? a : b)
export const abs = (a: bigint) => (a < 0n ? -a : a)

/** a ÷ b upwards; b is positive. */
export function up(a: bigint, b: bigint): bigint {
  return a > 0n ? (a + b - 1n) / b : a / b
}
/** a ÷ b downwards; b is positive. */
export function down(a: bigint, b: bigint): bigint {
  return a >= 0n ? a / b : (a - b + 1n) / b
}

/** The last price within so many millionths of another. */
export function beside(price: number, direction: 1 | -1, ppm: number): number {
  const exact = BigInt(price) * (1_000_000n + BigInt(direction * ppm))
  return Number(direction > 0 ? down(exact, 1_000_000n) : up(exact, 1_000_000n))
}
