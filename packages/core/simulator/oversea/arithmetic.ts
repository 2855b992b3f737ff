/** The rules of contracts in sums of the auditor's own: nothing here is shared with the core or its packages. */
import type { OverseaOption } from '../../src/index.ts'
import { down, up } from '../arithmetic.ts'

/** Rows count price × contracts in 10^-8 of a price unit. */
const UNIT = 100_000_000n
/** Dollars in 10^-4 times won a dollar in 10^-2. */
const WON = 1_000_000n

export const worth = (price: number, qty: number): bigint => BigInt(price) * BigInt(qty) * UNIT

/** Tick sizes × tick value × rate, in won: credits floor, debits ceil. */
export const won = (option: OverseaOption, quote: bigint, rate: number): bigint =>
  down(quote * option.tickValue * BigInt(rate), UNIT * BigInt(option.tickUnits) * WON)

/** Margin of contracts: that of one, upwards, times the count. */
export const marginOf = (option: OverseaOption, count: number, rate: number): bigint =>
  BigInt(count) * up(option.margin * BigInt(rate), WON)

export const feeOf = (option: OverseaOption, count: number, rate: number): bigint =>
  up(BigInt(count) * option.fee * BigInt(rate), WON)

/** For holding a night: notional × (the venue's rate of the side − the house's part) ÷ 365, in one division. `quote`: what it is paid on. */
export function financing(option: OverseaOption, qty: number, quote: bigint, rate: number): bigint {
  const yearly = BigInt((qty > 0 ? option.longRatePpm : option.shortRatePpm) - option.financingFeePpm)
  return down(quote * option.tickValue * BigInt(rate) * yearly, UNIT * BigInt(option.tickUnits) * WON * 365_000_000n)
}

/** What contracts from..to of a member's last two seconds cost: each `lotsPerTick` of them one tick size more. */
export function ladder(option: OverseaOption, direction: 1 | -1, best: number, from: number, to: number) {
  let sum = 0n
  let worst = best
  for (let place = from; place < to; place++) {
    worst = best + direction * Math.floor(place / option.lotsPerTick) * option.tickUnits
    sum += BigInt(worst)
  }
  return { quote: sum * UNIT, worst }
}
