/** Decimal amounts as whole numbers of their last decimal: nothing here goes through a floating-point number. */

const scaled = (value: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
  return value.startsWith('-') ? -units : units
}

function unscaled(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const WIDEST = 12

/** a + b, exactly. */
export const plus = (a: string, b: string): string => unscaled(scaled(a, WIDEST) + scaled(b, WIDEST), WIDEST)
/** a − b, exactly. */
export const minus = (a: string, b: string): string => unscaled(scaled(a, WIDEST) - scaled(b, WIDEST), WIDEST)
/** Whether a is more than b. */
export const isMore = (a: string, b: string): boolean => scaled(a, WIDEST) > scaled(b, WIDEST)

/** So many percent of an amount, cut off to the decimals of its currency; 0 of what is below zero. */
export function percentOf(amount: string, percent: number, decimals: number): string {
  const units = scaled(amount, decimals)
  return units <= 0n ? '0' : unscaled((units * BigInt(percent)) / 100n, decimals)
}

/** a × b, cut off to so many decimals. */
export const times = (a: string, b: string, decimals: number): string =>
  unscaled((scaled(a, WIDEST) * scaled(b, WIDEST)) / 10n ** BigInt(2 * WIDEST - decimals), decimals)

/** a ÷ b, cut off to so many decimals; 0 where b is 0. */
export function ratio(a: string, b: string, decimals: number): string {
  const divisor = scaled(b, WIDEST)
  return divisor === 0n ? '0' : unscaled((scaled(a, WIDEST) * 10n ** BigInt(decimals)) / divisor, decimals)
}
