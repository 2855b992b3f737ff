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
