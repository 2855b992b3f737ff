import { type ContractTerms, contractScale, type FxRateE2, type Position, pnlKrw, unrealizedPnl } from '@maru/positions'
import { invariant } from '../invariant.ts'
import type { Minor, PriceUnits } from '../types.ts'
import { boundOf, type GuardPrices, guardsAbout, type Leg, nearerOf, PPM, shareOut } from './split.ts'

/** A wallet in won that stands behind all overseas positions of a member. */
export interface ContractMarginAccount {
  readonly collateral: Minor
  readonly positions: readonly ContractPosition[]
}
export interface ContractPosition {
  readonly position: Position
  readonly price: PriceUnits // the last price
  readonly terms: ContractTerms
  readonly rate: FxRateE2
  readonly margin: Minor // 1×
}

/**
 * Where the equity of an account is known to stay while no guard is crossed, in ppm of the margin of its positions: `above` <
 * equity ≤ `upTo` (null: any higher). Rules C: 200,000 is the loss cut, 400,000 the warning.
 */
export interface EquityZone {
  readonly above: number
  readonly upTo: number | null
}

/** Equity in won at the prices, and the margin (1×) of all positions. */
export function contractHealth(account: ContractMarginAccount): { readonly equity: Minor; readonly margin: Minor } {
  let equity = account.collateral
  let margin = 0n
  for (const { position, price, terms, rate, margin: own } of account.positions) {
    equity += pnlKrw(unrealizedPnl(position, price, contractScale(terms.precision)), terms, rate)
    margin += own
  }
  return { equity, margin }
}

/**
 * Guard prices of each position, in the order given: while every price lies strictly between its guards, the account's equity
 * stays in the zone. Throws InvariantBroken unless it is in the zone now. As `marginGuards`, with a threshold that does not move
 * with the price.
 */
export function contractGuards(account: ContractMarginAccount, zone: EquityZone): GuardPrices[] {
  const { equity, margin } = contractHealth(account)
  const buffer = equity * PPM - margin * BigInt(zone.above)
  invariant(buffer > 0n, 'an account is guarded above the threshold that it has not reached')
  const danger = shareOut(
    buffer,
    account.positions.map((held) => equityLeg(held, 1n)),
  )
  if (zone.upTo === null) return danger
  const room = margin * BigInt(zone.upTo) - equity * PPM
  invariant(room >= 0n, 'an account is guarded below the threshold that it has not passed')
  const recovery = shareOut(
    room,
    account.positions.map((held) => equityLeg(held, -1n)),
  )
  return danger.map((guards, index) => nearerOf(guards, recovery[index]!))
}

/** Dollars in 10^-4 times won a dollar in 10^-2. */
const WON = 1_000_000n

/** Change of equity (sign 1) or of what is left to rise (sign −1) from the price on; a result is floored to whole won. */
function equityLeg({ position, price, terms, rate }: ContractPosition, sign: 1n | -1n): Leg {
  invariant(position.qty !== 0, 'a position that is guarded is open')
  const divisor = BigInt(terms.tickUnits) * WON
  const slope = sign * BigInt(position.qty) * terms.tickValue * rate * PPM
  const size = slope < 0n ? -slope : slope
  return {
    weight: (size * BigInt(price)) / divisor + 1n,
    within(share) {
      const bound = boundOf(slope, slope * BigInt(price) + (PPM - share) * divisor)
      return slope > 0n ? guardsAbout(price, bound, null) : guardsAbout(price, null, bound)
    },
  }
}
