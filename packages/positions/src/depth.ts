import { ceilDiv, floorDiv } from './decimal.ts'
import { type Minor, PPM, type Ppm, type QuoteScale, type Side } from './scale.ts'

/** One price of a side of the order book, with its quantity in steps. */
export type Level = readonly [price: number, qty: number]

/** What a member took of a side within the window of rules B: per displayed price, and beyond the last level. */
export interface Consumption {
  readonly at: ReadonlyMap<number, number>
  readonly beyond: number
}

export interface WalkLimits {
  /** Worst price that may be paid or received: a limit, a stop (see `worstPrice`), or the stricter of both. */
  readonly limitPrice?: number
  readonly consumed?: Consumption
  /** Takes displayed quantity only: for a resting limit that the order book reaches. */
  readonly displayedOnly?: boolean
}

/** What an order finds in an order book. */
export interface Walk {
  readonly filledQty: number
  /** Notional of what is filled, exact. VWAP = `averagePrice(quote, filledQty, scale)`. */
  readonly quote: Minor
  /** Best displayed price, and the worst that was reached; null where there is none. */
  readonly best: number | null
  readonly worst: number | null
  /** What the fill costs against filling all of it at `best`: never negative. */
  readonly slippage: Minor
  /** VWAP against best in ppm, ceil. */
  readonly slippagePpm: Ppm
  /** What it takes of the order book, to be added to the member's consumption. */
  readonly taken: { readonly at: readonly Level[]; readonly beyond: number }
}

/**
 * Fills a quantity against one side of an order book, best level first (buying: asks rising, selling: bids falling).
 *
 * What the member took lately is deducted from each level. Beyond the last level the order book continues in blocks: each holds as much
 * as all displayed levels together, and lies one (last level - first level) further, at least one price unit (rules B, Depth). What
 * he took there is deducted from the nearest blocks, so that splitting an order gains nothing. Cost does not grow with the
 * number of blocks. Stops at the limit price, and never fills at a price below 1.
 */
export function walk(
  side: Side,
  levels: readonly Level[],
  qty: number,
  scale: QuoteScale,
  limits: WalkLimits = {},
): Walk {
  const { limitPrice, consumed, displayedOnly = false } = limits
  const allowed = (price: number) => price >= 1 && (limitPrice === undefined || side * (price - limitPrice) <= 0)
  let left = qty
  let sum = 0n // price × qty
  let worst: number | null = null
  const at: Level[] = []
  for (const [price, displayed] of levels) {
    if (left === 0 || !allowed(price)) break
    const free = displayed - (consumed?.at.get(price) ?? 0)
    if (free <= 0) continue
    const take = Math.min(free, left)
    left -= take
    sum += BigInt(take) * BigInt(price)
    worst = price
    at.push([price, take])
  }
  let beyond = 0
  if (left > 0 && !displayedOnly && levels.length > 0) {
    const deep = beyondLevels(side, levels, BigInt(left), BigInt(consumed?.beyond ?? 0), limitPrice)
    beyond = Number(deep.qty)
    left -= beyond
    sum += deep.sum
    worst = deep.worst ?? worst
  }
  const filledQty = qty - left
  const best = levels[0]?.[0] ?? null
  const atBest = BigInt(filledQty) * BigInt(best ?? 0)
  const slip = side > 0 ? sum - atBest : atBest - sum
  return {
    filledQty,
    quote: sum * scale.unit,
    best,
    worst,
    slippage: slip * scale.unit,
    slippagePpm: filledQty === 0 ? 0 : Number(ceilDiv(slip * PPM, atBest)),
    taken: { at, beyond },
  }
}

/** Blocks beyond the displayed levels: block k = 1, 2, … lies k distances further than the last level. */
function beyondLevels(
  side: Side,
  levels: readonly Level[],
  qty: bigint,
  skip: bigint,
  limitPrice: number | undefined,
): { qty: bigint; sum: bigint; worst: number | null } {
  const direction = BigInt(side)
  const first = BigInt(levels[0]![0])
  const last = BigInt(levels[levels.length - 1]![0])
  const span = last > first ? last - first : first - last
  const distance = span > 0n ? span : 1n
  const block = levels.reduce((total, level) => total + BigInt(level[1]), 0n)
  // Worst price that a block may have: the limit, and nothing below 1. A limit short of the last level leaves no block.
  const floor = limitPrice !== undefined && limitPrice > 1 ? BigInt(limitPrice) : 1n
  const end = side > 0 ? (limitPrice === undefined ? null : BigInt(limitPrice)) : floor
  const blocks = end === null ? null : (end - last) * direction < 0n ? 0n : ((end - last) * direction) / distance
  const room = blocks === null ? qty : blocks * block - skip
  const take = room < qty ? room : qty
  if (block === 0n || take <= 0n) return { qty: 0n, sum: 0n, worst: null }
  // Σ of block numbers over the quantities from..to of the blocks laid end to end.
  const numbers = (until: bigint) => {
    const whole = until / block
    return (block * whole * (whole + 1n)) / 2n + (until - whole * block) * (whole + 1n)
  }
  const reach = ceilDiv(skip + take, block)
  return {
    qty: take,
    sum: take * last + direction * distance * (numbers(skip + take) - numbers(skip)),
    worst: Number(last + direction * distance * reach),
  }
}

/** Worst price within a share of the mark (the 1 % and 5 % stops, a ticket's tolerance, the limit band): inwards to a whole unit. */
export function worstPrice(side: Side, mark: number, share: Ppm): number {
  const price = BigInt(mark)
  return Number(side > 0 ? floorDiv(price * (PPM + BigInt(share)), PPM) : ceilDiv(price * (PPM - BigInt(share)), PPM))
}

/** Adds what a fill took to a member's consumption of that side. */
export function addConsumption(consumed: Consumption, taken: Walk['taken']): Consumption {
  const at = new Map(consumed.at)
  for (const [price, qty] of taken.at) at.set(price, (at.get(price) ?? 0) + qty)
  return { at, beyond: consumed.beyond + taken.beyond }
}
