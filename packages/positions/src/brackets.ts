import { ceilDiv, parseUnits } from './decimal.ts'
import { type Minor, PPM, type Ppm } from './scale.ts'

/** One step of an instrument's leverage table: what holds for a notional up to `notionalCap`. */
export interface Bracket {
  readonly notionalCap: Minor
  readonly maxLeverage: number
  readonly mmrPpm: Ppm
  /** What makes maintenance continuous where a bracket begins: cum + floor × (its rate - the rate before). */
  readonly cum: Minor
}
/** Ascending by cap; leverage never rises, the maintenance rate never falls. */
export type Brackets = readonly Bracket[]

const usdt = (amount: number): Minor => BigInt(amount) * 100_000_000n
const bracket = (cap: number, maxLeverage: number, mmrPpm: Ppm, cum: number): Bracket => ({
  notionalCap: usdt(cap),
  maxLeverage,
  mmrPpm,
  cum: usdt(cum),
})

/** Shipped brackets of BTC and ETH (rules B). */
export const majorBrackets: Brackets = [
  bracket(50_000, 100, 4_000, 0),
  bracket(250_000, 75, 5_000, 50),
  bracket(1_000_000, 50, 10_000, 1_300),
  bracket(5_000_000, 20, 25_000, 16_300),
  bracket(20_000_000, 10, 50_000, 141_300),
]
/** Shipped brackets of all others (rules B). */
export const otherBrackets: Brackets = [
  bracket(10_000, 50, 10_000, 0),
  bracket(50_000, 25, 20_000, 100),
  bracket(250_000, 10, 50_000, 1_600),
  bracket(1_000_000, 5, 100_000, 14_100),
]

const majors = ['BTCUSDT', 'ETHUSDT']

/** The brackets of rules B, which nothing makes looser. */
export const shippedBrackets = (instrument: string): Brackets =>
  majors.includes(instrument) ? majorBrackets : otherBrackets

/** Whether a table allows more leverage, asks for less maintenance or holds more than another at some notional. */
export function isLooser(table: Brackets, than: Brackets): boolean {
  const end = table[table.length - 1]!.notionalCap
  if (end > than[than.length - 1]!.notionalCap) return true
  const caps = [...table, ...than].map(({ notionalCap }) => notionalCap).filter((cap) => cap <= end)
  return caps.some((cap) => {
    const [one, other] = [bracketOf(cap, table), bracketOf(cap, than)]
    return one.maxLeverage > other.maxLeverage || one.mmrPpm < other.mmrPpm
  })
}

/** The bracket that a notional falls into (notional ≤ cap); the last one beyond its cap, where a price may carry a position. */
export const bracketOf = (notional: Minor, brackets: Brackets): Bracket =>
  brackets.find((one) => notional <= one.notionalCap) ?? brackets[brackets.length - 1]!

/** Maintenance margin = notional × rate - cum of its bracket, ceil (rules B). */
export function maintenanceMargin(notional: Minor, brackets: Brackets): Minor {
  const { mmrPpm, cum } = bracketOf(notional, brackets)
  return ceilDiv(notional * BigInt(mmrPpm), PPM) - cum
}

/** Highest leverage for a notional; 0 beyond the last cap, where nothing may be opened. */
export const maxLeverageFor = (notional: Minor, brackets: Brackets): number =>
  brackets.find((one) => notional <= one.notionalCap)?.maxLeverage ?? 0

/** Largest notional that a leverage may hold; 0 where no bracket allows it. */
export const maxNotionalFor = (leverage: number, brackets: Brackets): Minor =>
  brackets.findLast((one) => leverage <= one.maxLeverage)?.notionalCap ?? 0n

/** What is wrong with a table, or null: order, ranges, a rate that leaves no room below the initial margin, a `cum` that jumps. */
export function bracketFault(brackets: Brackets): string | null {
  if (brackets.length === 0) return 'no bracket'
  let before: Bracket = { notionalCap: 0n, maxLeverage: Number.MAX_SAFE_INTEGER, mmrPpm: 0, cum: 0n }
  for (const [index, one] of brackets.entries()) {
    const name = `bracket ${index + 1}`
    if (!Number.isSafeInteger(one.maxLeverage) || one.maxLeverage < 1)
      return `${name}: leverage is not a whole number from 1`
    if (!Number.isSafeInteger(one.mmrPpm) || one.mmrPpm < 1) return `${name}: maintenance rate is not positive`
    // A cap of a finer grain would make cum a fraction of a minor unit.
    if (one.notionalCap % PPM !== 0n) return `${name}: cap has more than 2 decimals`
    if (one.notionalCap <= before.notionalCap) return `${name}: cap does not rise`
    if (one.maxLeverage > before.maxLeverage) return `${name}: leverage rises`
    if (one.mmrPpm < before.mmrPpm) return `${name}: maintenance rate falls`
    if (BigInt(one.mmrPpm) * BigInt(one.maxLeverage) >= PPM)
      return `${name}: maintenance is not below the initial margin`
    const jump = (before.notionalCap / PPM) * BigInt(one.mmrPpm - before.mmrPpm)
    if (one.cum !== before.cum + jump) return `${name}: cum is not continuous`
    before = one
  }
  return null
}

/**
 * A venue's table held to the shipped one: at every notional the lower leverage and the higher maintenance rate of both, and
 * nothing beyond the lower last cap. So maintenance is nowhere below either table's.
 */
export function strictestOf(venue: Brackets, shipped: Brackets): Brackets {
  for (const table of [venue, shipped]) {
    const fault = bracketFault(table)
    if (fault) throw new RangeError(fault)
  }
  const end = [venue, shipped].map((table) => table[table.length - 1]!.notionalCap).reduce((a, b) => (a < b ? a : b))
  const caps = [...new Set([...venue, ...shipped].map((one) => one.notionalCap))]
    .filter((cap) => cap <= end)
    .sort((a, b) => (a < b ? -1 : 1))
  const rows: Bracket[] = []
  for (const notionalCap of caps) {
    const theirs = bracketOf(notionalCap, venue)
    const ours = bracketOf(notionalCap, shipped)
    const maxLeverage = Math.min(theirs.maxLeverage, ours.maxLeverage)
    const mmrPpm = Math.max(theirs.mmrPpm, ours.mmrPpm)
    const before = rows[rows.length - 1]
    if (before?.maxLeverage === maxLeverage && before.mmrPpm === mmrPpm) {
      rows[rows.length - 1] = { ...before, notionalCap }
      continue
    }
    const jump = before ? (before.notionalCap / PPM) * BigInt(mmrPpm - before.mmrPpm) : 0n
    rows.push({ notionalCap, maxLeverage, mmrPpm, cum: (before?.cum ?? 0n) + jump })
  }
  return rows
}

/**
 * Reads a venue's answer of the form [{symbol, brackets: [{initialLeverage, notionalCap, notionalFloor, maintMarginRatio, cum}]}]
 * (Binance USD-M GET /fapi/v1/leverageBracket). Unknown fields are ignored; anything else that does not fit throws RangeError.
 */
export function parseVenueBrackets(answer: unknown): ReadonlyMap<string, Brackets> {
  if (!Array.isArray(answer)) throw new RangeError('not a list of symbols')
  const tables = new Map<string, Brackets>()
  for (const entry of answer as unknown[]) {
    const symbol = field(entry, 'symbol')
    const rows = field(entry, 'brackets')
    if (typeof symbol !== 'string' || !Array.isArray(rows)) throw new RangeError('an entry without symbol or brackets')
    if (tables.has(symbol)) throw new RangeError(`${symbol}: listed twice`)
    const table = (rows as unknown[])
      .map((row) => ({
        floor: decimalField(row, 'notionalFloor', 8),
        notionalCap: decimalField(row, 'notionalCap', 8),
        maxLeverage: Number(decimalField(row, 'initialLeverage', 0)),
        mmrPpm: Number(decimalField(row, 'maintMarginRatio', 6)),
        cum: decimalField(row, 'cum', 8),
      }))
      .sort((a, b) => (a.floor < b.floor ? -1 : 1))
    for (const [index, { floor }] of table.entries())
      if (floor !== (index === 0 ? 0n : table[index - 1]!.notionalCap))
        throw new RangeError(`${symbol}: a gap between brackets`)
    const brackets = table.map(({ notionalCap, maxLeverage, mmrPpm, cum }) => ({
      notionalCap,
      maxLeverage,
      mmrPpm,
      cum,
    }))
    const fault = bracketFault(brackets)
    if (fault) throw new RangeError(`${symbol}: ${fault}`)
    tables.set(symbol, brackets)
  }
  return tables
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A number or decimal string that is not negative and fits the decimals. */
function decimalField(value: unknown, name: string, decimals: number): bigint {
  const found = field(value, name)
  const units = typeof found === 'number' || typeof found === 'string' ? parseUnits(String(found), decimals) : null
  if (units === null || units < 0n) throw new RangeError(`${name} is not a decimal of ${decimals} places`)
  return units
}
