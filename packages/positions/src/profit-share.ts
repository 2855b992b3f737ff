import { floorDiv } from './decimal.ts'
import { type Minor, PPM, type Ppm } from './scale.ts'

/** What a trader's share of a follower's profit is counted by. Amounts in minor units. */
export interface ShareTerms {
  /** All that the copies ever posted to the follower: results, fees, fundings. */
  readonly net: Minor
  /** The highest level of it that was ever shared; from 0. */
  readonly highWater: Minor
  readonly ratePpm: Ppm
}

/** What is set aside of a profit until it is settled: the part above the highest level that was shared, rounded down. It shrinks with losses. */
export const shareSetAside = ({ net, highWater, ratePpm }: ShareTerms): Minor => shareOf(net - highWater, ratePpm)

/**
 * A settlement: the share of what lies above the highest level, with the results of open copies where they are losses (`openResult`; gains
 * count once they are closed), and that level afterwards. The share is never more than what was set aside, and it and what stays set aside
 * are not more than that together.
 */
export function settleShare(
  terms: ShareTerms,
  openResult: Minor,
): { readonly share: Minor; readonly highWater: Minor } {
  const { net, highWater, ratePpm } = terms
  const base = net + (openResult < 0n ? openResult : 0n) - highWater
  return base > 0n ? { share: shareOf(base, ratePpm), highWater: highWater + base } : { share: 0n, highWater }
}

const shareOf = (base: Minor, ratePpm: Ppm): Minor => (base > 0n ? floorDiv(base * BigInt(ratePpm), PPM) : 0n)
