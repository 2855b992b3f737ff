import { type Brackets, maxNotionalFor } from './brackets.ts'
import { ceilDiv, floorDiv } from './decimal.ts'
import { type Consumption, type Level, walk } from './depth.ts'
import { feeOf, initialMargin } from './margin.ts'
import { type Minor, notionalOf, PPM, type Ppm, type QuoteScale, type Side } from './scale.ts'

/** What bounds the margin of a copy. Amounts of the follower's currency in minor units. */
export interface CopyStake {
  /** Σ margin of the lead order's fills since the follow began, at the trader's leverage. */
  readonly leadMargin: Minor
  /** What the follower puts beside it, in percent; whole. */
  readonly multiplyPer: number
  /** The most of one lead order, and what was opened of it so far. */
  readonly oneMaxBet: Minor
  readonly used: Minor
  /** The most of all copies that are attached, and Σ |entry notional| ÷ leverage of them. */
  readonly maxBet: Minor
  readonly active: Minor
  readonly available: Minor
}

/** How much margin a copy may add; or that the trader asks for no more, or why there is nothing to add. */
export type CopyBudget =
  | { readonly kind: 'BUDGET'; readonly amount: Minor; readonly asked: Minor }
  | { readonly kind: 'NOTHING' }
  | { readonly kind: 'COPY_LIMIT_USED' | 'BALANCE_INSUFFICIENT'; readonly asked: Minor }

/**
 * The margin that a copy may add: what the lead order asks for by the follower's percentage and limit of one order, less what was opened of
 * it, within his limit of all copies and what is available. What was too small for a step before is part of it again.
 */
export function copyBudget(stake: CopyStake): CopyBudget {
  const target = least(floorDiv(stake.leadMargin * BigInt(stake.multiplyPer), 100n), stake.oneMaxBet)
  const asked = target - stake.used
  if (asked <= 0n) return { kind: 'NOTHING' }
  const amount = least(asked, stake.maxBet - stake.active, stake.available)
  if (amount > 0n) return { kind: 'BUDGET', amount, asked }
  return { kind: stake.available <= 0n ? 'BALANCE_INSUFFICIENT' : 'COPY_LIMIT_USED', asked }
}

/** What bounds the leverage of a copy. */
export interface CopyLeverage {
  readonly budget: Minor
  /** The least of the trader's, the follower's own cap and the account's. */
  readonly most: number
  /** Around a release each bracket opens at half its leverage. */
  readonly isHalved: boolean
  readonly brackets: Brackets
  /** Σ notional of all lots of the follower in the instrument. */
  readonly usedNotional: Minor
}

/** The highest leverage at which a budget fits under the brackets beside what is open: the margin stays, the notional shrinks. 0: none does. */
export function copyLeverage({ budget, most, isHalved, brackets, usedNotional }: CopyLeverage): number {
  for (let leverage = most; leverage >= 1; leverage--) {
    const judged = isHalved && leverage > 1 ? 2 * leverage : leverage
    if (usedNotional + budget * BigInt(leverage) <= maxNotionalFor(judged, brackets)) return leverage
  }
  return 0
}

/** What a copy is sized by: the order book of the trader's fill, as the follower sees it. */
export interface CopySize {
  readonly side: Side
  readonly levels: readonly Level[]
  /** What the follower took of that side lately. */
  readonly consumed?: Consumption
  /** The worst price that he may get; see `copyLimit`. */
  readonly limitPrice: number
  readonly budget: Minor
  readonly leverage: number
  readonly available: Minor
  readonly mark: number
  readonly reservePpm: Ppm
  readonly step: number
  readonly scale: QuoteScale
}

/** What a copy opens. */
export interface CopyOffer {
  readonly qty: number
  readonly quote: Minor
}

/**
 * The largest multiple of the step whose notional is within budget × leverage, and whose cost (margin, reserve for fees, loss against the
 * mark) is within what is available, on the displayed side down to the limit. Both rise with the quantity.
 */
export function copyOffer(size: CopySize): CopyOffer {
  const { step, budget, leverage, available, levels, side } = size
  const within = budget * BigInt(leverage)
  const best = levels[0]?.[0]
  if (best === undefined || within <= 0n) return NOTHING
  // At the best price there would be so many steps, and nothing is cheaper; selling, lower prices make room for more.
  const cheapest = side > 0 ? best : size.limitPrice
  if (cheapest < 1) return NOTHING
  const most = floorDiv(within, notionalOf(cheapest, step, size.scale))
  let low = 0n
  let high = most + 1n
  let found = NOTHING
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    const offer = look(size, Number(middle) * step)
    if (offer !== null && offer.quote <= within && costOf(size, offer) <= available) {
      low = middle
      found = offer
    } else high = middle
  }
  return found
}

const NOTHING: CopyOffer = { qty: 0, quote: 0n }

/** All of a quantity, or null where the side has not so much within the limit. */
function look({ side, levels, scale, limitPrice, consumed }: CopySize, qty: number): CopyOffer | null {
  const { filledQty, quote } = walk(side, levels, qty, scale, { limitPrice, ...(consumed ? { consumed } : {}) })
  return filledQty === qty ? { qty, quote } : null
}

function costOf({ side, mark, leverage, reservePpm, scale }: CopySize, { qty, quote }: CopyOffer): Minor {
  const loss = BigInt(side) * (quote - notionalOf(mark, qty, scale))
  return initialMargin(quote, leverage) + feeOf(quote, reservePpm) + (loss > 0n ? loss : 0n)
}

/** The worst price of a copy: the trader's average ± `slipPpm`, rounded towards the trader's. */
export function copyLimit(side: Side, lead: CopyOffer, slipPpm: Ppm, scale: QuoteScale): number {
  const numerator = lead.quote * (PPM + BigInt(side * slipPpm))
  const denominator = BigInt(lead.qty) * scale.unit * PPM
  return Number(side > 0 ? floorDiv(numerator, denominator) : ceilDiv(numerator, denominator))
}

/**
 * How much of a copy closes with its lead lot: all that is free where the lead lot is gone, else its share in whole steps. `free` is what
 * no earlier close is owed of.
 */
export function copyClose(free: number, lead: { readonly qty: number; readonly held: number }, step: number): number {
  if (lead.qty === lead.held) return free
  const share = Number(floorDiv(BigInt(free) * BigInt(lead.qty), BigInt(lead.held)))
  return share - (share % step)
}

const least = (...amounts: readonly Minor[]): Minor => amounts.reduce((a, b) => (a < b ? a : b))
