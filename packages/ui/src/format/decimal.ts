/** A decimal string taken apart: digits without sign, and how many of them are decimals. */
interface Parts {
  negative: boolean
  digits: bigint
  scale: number
}

const pattern = /^([+-]?)(\d+)(?:\.(\d+))?$/

function partsOf(value: string): Parts {
  const match = pattern.exec(value)
  if (!match) throw new Error(`not a decimal: ${value}`)
  const [, sign, whole = '0', fraction = ''] = match
  return { negative: sign === '-', digits: BigInt(whole + fraction), scale: fraction.length }
}

/** Without sign and needless zeros before it. */
const plain = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

function decimalsOf(value: string): number {
  const point = value.indexOf('.')
  return point < 0 ? 0 : value.length - point - 1
}

/** Exactly `decimals` decimals, halves to the even neighbour (display only: rules 0). Never through a floating-point number. */
export function roundDecimal(value: string, decimals: number): string {
  // Most prices come with their decimals as they are shown.
  if (plain.test(value) && decimalsOf(value) === decimals) return value
  const { negative, digits, scale } = partsOf(value)
  const kept =
    scale <= decimals ? digits * 10n ** BigInt(decimals - scale) : halfEven(digits, 10n ** BigInt(scale - decimals))
  const text = kept.toString().padStart(decimals + 1, '0')
  const body = decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
  return negative && kept !== 0n ? `-${body}` : body
}

function halfEven(digits: bigint, divisor: bigint): bigint {
  const quotient = digits / divisor
  const twice = (digits % divisor) * 2n
  if (twice < divisor || (twice === divisor && quotient % 2n === 0n)) return quotient
  return quotient + 1n
}

/** −1, 0 or 1. */
export function signOf(value: string): -1 | 0 | 1 {
  const { negative, digits } = partsOf(value)
  if (digits === 0n) return 0
  return negative ? -1 : 1
}

/** Thousand separators in the whole part; the sign stays as it is. */
export function groupDigits(value: string, separator = ','): string {
  const [whole = '', fraction] = value.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, separator)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
