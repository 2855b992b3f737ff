/** Digits behind the point of the finest coin. */
const decimals = 8

/** A plain decimal of at most eight decimals as a whole number of its smallest part. */
export function partsOf(value: string): bigint {
  const [whole = '0', rest = ''] = value.replace('-', '').split('.')
  const parts = BigInt(whole || '0') * 10n ** BigInt(decimals) + BigInt(rest.padEnd(decimals, '0').slice(0, decimals))
  return value.startsWith('-') ? -parts : parts
}

/** One amount less another, never below 0. */
export function minus(value: string, less: string): string {
  const parts = partsOf(value) - partsOf(less)
  if (parts <= 0n) return '0'
  const text = String(parts).padStart(decimals + 1, '0')
  const rest = text.slice(-decimals).replace(/0+$/, '')
  return `${text.slice(0, -decimals)}${rest === '' ? '' : `.${rest}`}`
}
