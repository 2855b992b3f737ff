/** The rules of perpetuals in sums of the auditor's own: nothing here is shared with the core or its packages. */
import type { FuturesOption, Levels } from '../../src/index.ts'
import { up } from '../arithmetic.ts'

const MILLION = 1_000_000n

/** Minor units of one step at a price of one unit: 10^(8 − both precisions). */
export const unitOf = (option: FuturesOption) => 10n ** BigInt(8 - option.precision - option.qtyPrecision)

export const worth = (option: FuturesOption, price: number, qty: number) => BigInt(price) * BigInt(qty) * unitOf(option)

export const share = (amount: bigint, ppm: number) => up(amount * BigInt(ppm), MILLION)

/** Maintenance: notional × rate of its bracket, upwards, less what the bracket takes off. */
export function maintenance(option: FuturesOption, price: number, qty: number): bigint {
  const notional = worth(option, price, Math.abs(qty))
  const row = option.brackets[tier(option, price, qty)]!
  return share(notional, row.mmrPpm) - row.cum
}

/** Place of the bracket of a position: the first whose cap holds it. */
export function tier(option: FuturesOption, price: number, qty: number): number {
  const notional = worth(option, price, Math.abs(qty))
  let place = 0
  while (place < option.brackets.length - 1 && option.brackets[place]!.notionalCap < notional) place++
  return place
}

/** What a position would earn if it ended at a price. */
export const openResult = (option: FuturesOption, price: number, qty: number, entry: bigint) =>
  worth(option, price, qty) - entry

/** The prices of the quantities from..to of a side of the order book, its continuation beyond the last level included. */
export function ladder(levels: Levels, direction: 1 | -1, from: number, to: number): { sum: bigint; worst: number } {
  let sum = 0n
  let worst = levels[0]![0]
  let place = 0
  const take = (price: number, qty: number) => {
    const part = Math.min(to, place + qty) - Math.max(from, place)
    if (part > 0) {
      sum += BigInt(price) * BigInt(part)
      worst = price
    }
    place += qty
  }
  for (const [price, qty] of levels) take(price, qty)
  const last = levels.at(-1)![0]
  const block = levels.reduce((all, [, qty]) => all + qty, 0)
  const step = Math.max(1, Math.abs(last - levels[0]![0]))
  for (let index = 1; place < to; index++) take(last + direction * step * index, block)
  return { sum, worst }
}

/** How much a side of the order book shows at a price or better. */
export function shown(levels: Levels, direction: 1 | -1, limit: number): number {
  let qty = 0
  for (const [price, size] of levels) if (direction * (price - limit) <= 0) qty += size
  return qty
}

/** What an order sets aside for fees: the dearer one to open, the taker's to close; parts per million. */
export const reserveOf = ({ makerPpm, takerPpm }: Pick<FuturesOption, 'makerPpm' | 'takerPpm'>): number =>
  (makerPpm > takerPpm ? makerPpm : takerPpm) + takerPpm

/** Reserved for one order: margin, and the fees of a round trip. */
export const orderCost = (option: FuturesOption, price: number, qty: number, leverage: number) => {
  const notional = worth(option, price, qty)
  return up(notional, BigInt(leverage)) + share(notional, reserveOf(option))
}
