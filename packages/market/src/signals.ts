import { parseUnits } from './decimal.ts'
import type { FeedMessage } from './feed.ts'
import type { MarketSignal } from './output.ts'

/** Decimals in which funding rates are counted. */
export const fundingDecimals = 8
/** Decimals in which the financing of a year of nights is counted. */
const financingDecimals = 6

/** A feed's message that makes no price, as the signal that the core hears at `now`. */
export function signalOf(
  message: Extract<FeedMessage, { kind: 'disturbance' | 'financing' | 'funding' }>,
  now: number,
): MarketSignal {
  switch (message.kind) {
    case 'disturbance':
      return message
    case 'financing': {
      const longRatePpm = parseUnits(message.longRate, financingDecimals)
      const shortRatePpm = parseUnits(message.shortRate, financingDecimals)
      return { kind: 'financing', instrument: message.instrument, longRatePpm, shortRatePpm, at: now }
    }
    case 'funding': {
      const { instrument, at: fundingTime, price } = message
      return {
        kind: 'funding',
        instrument,
        fundingTime,
        rate: parseUnits(message.rate, fundingDecimals),
        price,
        at: now,
      }
    }
  }
}
