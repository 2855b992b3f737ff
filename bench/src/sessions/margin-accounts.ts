// What a member held, was worth and owed at a moment, worked out from his fills and postings alone.

import { minute } from './calendar.ts'
import type { Fill, Option, Records } from './records.ts'

/** A holding as its fills made it; `entry` counts 10^-8 of a price unit, signed as `qty`. */
export interface Held {
  readonly option: Option
  readonly positionId: number
  qty: number
  entry: bigint
}

const won = 1_000_000n
const unit = 100_000_000n
export const floor = (a: bigint, b: bigint): bigint => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)
export const ceil = (a: bigint, b: bigint): bigint => -floor(-a, b)

export const marginOf = ({ option, qty }: Pick<Held, 'option' | 'qty'>, rate: bigint): bigint =>
  BigInt(Math.abs(qty)) * ceil(option.margin * rate, won)

export const feeOf = (option: Option, qty: number, rate: bigint): bigint => ceil(BigInt(qty) * option.fee * rate, won)

export const resultAt = ({ option, qty, entry }: Held, price: number, rate: bigint): bigint =>
  floor((BigInt(price) * BigInt(qty) * unit - entry) * option.tickValue * rate, unit * BigInt(option.tickUnits) * won)

/** Notional × (rate of the side − the house's share) ÷ 365, in won. */
export function financingOf({ option, qty }: Held, price: number, rate: bigint): bigint {
  const size = BigInt(price) * BigInt(Math.abs(qty))
  const notional = ceil(size * option.tickValue * rate, BigInt(option.tickUnits) * won)
  const yearly = (qty > 0 ? option.longRatePpm : option.shortRatePpm) - option.financingFeePpm
  return floor(notional * yearly, 365_000_000n)
}

/** Adds a fill to the holdings; a close removes its share of the entry. */
export function apply(held: Map<number, Held>, fill: Fill, option: Option): void {
  const signed = fill.side === 'LONG' ? fill.qty : -fill.qty
  const before = held.get(fill.optionId)
  if (!before) {
    const entry = fill.side === 'LONG' ? fill.quote : -fill.quote
    held.set(fill.optionId, { option, positionId: fill.positionId, qty: signed, entry })
    return
  }
  if (fill.isClose) before.entry -= (before.entry * BigInt(fill.qty)) / BigInt(Math.abs(before.qty))
  else before.entry += fill.side === 'LONG' ? fill.quote : -fill.quote
  before.qty += signed
  if (before.qty === 0) held.delete(fill.optionId)
}

export class MarginAccounts {
  readonly #records: Records
  readonly #fills: ReadonlyMap<number, readonly Fill[]>
  readonly #postings
  /** How late a message about a moment may be: a second of the wall clock. */
  readonly #lag: number

  constructor(records: Records, lag: number) {
    this.#records = records
    this.#lag = lag
    this.#fills = Map.groupBy(records.fills, ({ memberId }) => memberId)
    this.#postings = Map.groupBy(records.postings, ({ memberId }) => memberId)
  }

  fillsOf(memberId: number): readonly Fill[] {
    return this.#fills.get(memberId) ?? []
  }

  /** The holdings before a row was written (ids rise), or at a time. */
  heldBefore(memberId: number, before: { id?: number; at?: number }): Map<number, Held> {
    const held = new Map<number, Held>()
    for (const fill of this.fillsOf(memberId))
      if (isBefore(fill, before)) apply(held, fill, this.#records.options.get(fill.optionId)!)
    return held
  }

  balanceBefore(memberId: number, before: { id?: number; at?: number }): bigint {
    let sum = 0n
    for (const posting of this.#postings.get(memberId) ?? []) if (isBefore(posting, before)) sum += posting.amount
    return sum
  }

  /** The least and the most that he can have been worth in the minutes around `at`. */
  equity(
    memberId: number,
    at: number,
    before: { id?: number; at?: number },
  ): { low: bigint; high: bigint; held: Held[] } {
    const held = [...this.heldBefore(memberId, before).values()]
    const rate = this.rateAt(at)
    let low = this.balanceBefore(memberId, before)
    let high = low
    for (const one of held) {
      const range = this.range(one.option.instrument, at - this.#lag, at + minute)
      if (!range) continue
      const [bad, good] = one.qty > 0 ? [range.low, range.high] : [range.high, range.low]
      low += resultAt(one, bad, rate)
      high += resultAt(one, good, rate)
    }
    return { low, high, held }
  }

  /** The dollar as it was fixed at a time. */
  rateAt(at: number): bigint {
    const fixing = this.#records.fixings.findLast((one) => one.at <= at) ?? this.#records.fixings[0]
    return fixing!.rate
  }

  /** Lowest and highest last price in the minutes that touch [from, to]; where nothing traded, the price that stood. */
  range(instrument: string, from: number, to: number): { low: number; high: number } | null {
    const candles = this.#records.candles.get(instrument) ?? []
    let index = firstAfter(candles, from - minute)
    const before = candles[index - 1]
    let low = before?.close ?? Number.POSITIVE_INFINITY
    let high = before?.close ?? Number.NEGATIVE_INFINITY
    for (; index < candles.length && candles[index]!.openTime <= to; index++) {
      low = Math.min(low, candles[index]!.low)
      high = Math.max(high, candles[index]!.high)
    }
    return low > high ? null : { low, high }
  }

  /** Whether a price was written down in each minute that touches [from, to]. */
  hasPrices(instrument: string, from: number, to: number): boolean {
    const candles = this.#records.candles.get(instrument) ?? []
    const index = firstAfter(candles, from - minute)
    const wanted = Math.floor(to / minute) - Math.floor(from / minute)
    return (candles[index + wanted]?.openTime ?? Number.POSITIVE_INFINITY) <= to
  }

  /** What the last price before a time can have been. */
  lastBefore(instrument: string, at: number): { low: number; high: number } | null {
    return this.range(instrument, at - this.#lag, at - 1)
  }
}

function isBefore(row: { id: number; at: number }, { id, at }: { id?: number; at?: number }): boolean {
  return (id === undefined || row.id < id) && (at === undefined || row.at < at)
}

/** Place of the first minute that opens after `at`. */
function firstAfter(candles: readonly { openTime: number }[], at: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (candles[middle]!.openTime <= at) low = middle + 1
    else high = middle
  }
  return low
}
