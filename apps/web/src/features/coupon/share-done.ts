/** How much of a turnover is done, in percent with one decimal, rounded down: 100 only when all of it is. */
export function shareDone(done: string, required: string): number {
  const whole = BigInt(required)
  return whole === 0n ? 100 : Number((BigInt(done) * 1_000n) / whole) / 10
}
