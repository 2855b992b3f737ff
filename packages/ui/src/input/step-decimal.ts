/** `value` one step up or down, on the grid of `step`, not below zero; both decimals, exact. */
export function stepDecimal(value: string, step: string, direction: 1 | -1, decimals: number): string {
  const unit = scaled(step, decimals)
  const now = scaled(value || '0', decimals)
  // Off the grid, the first step goes to the next multiple.
  const next = direction > 0 ? (now / unit + 1n) * unit : ((now + unit - 1n) / unit - 1n) * unit
  const digits = (next < 0n ? 0n : next).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function scaled(value: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}
