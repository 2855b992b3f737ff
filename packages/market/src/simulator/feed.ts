import type { Calendar } from '../calendar/plans.ts'
import { isResting } from '../calendar/sessions.ts'
import type { DomainClock, Feed, FeedMessage } from '../feed.ts'
import { isOverseas, type MarketInstrument } from '../instruments.ts'
import { stepMs } from './path.ts'
import { FactorPaths, SimulatedVenue } from './venue.ts'

export interface SimulatorConfig {
  /** Any safe integer; the same seed gives the same market at the same time, whenever the simulator starts. */
  readonly seed: number
  readonly clock: DomainClock
  readonly calendar: Calendar
  readonly instruments: readonly MarketInstrument[]
}

const heartbeatMs = 5_000
/** The longest stall that is made up for; older steps are lost, as a venue does not repeat its messages. */
const catchUpSteps = 50
/** How far back fundings are given at the start, as with the venue: the longest downtime with open positions. */
const pastFundingsMs = 7 * 86_400_000

/** A feed of a simulated market: a function of a seed and of time on a grid of 100 ms. */
export function createSimulator({ seed, clock, calendar, instruments }: SimulatorConfig): Feed {
  const factorPaths = new FactorPaths(seed)
  const venues = instruments.map((instrument) => new SimulatedVenue(seed, instrument, factorPaths))
  const overseas = instruments.filter(isOverseas).map((instrument) => instrument.symbol)
  const open = new Set<string>()
  let cancel: (() => void) | null = null
  let next = 0

  /** Says all of one step, instruments in their fixed order. */
  function say(step: number, first: boolean, listener: (message: FeedMessage) => void): void {
    const at = step * stepMs
    for (const venue of venues) {
      const { symbol } = venue.instrument
      const isOpen = !isResting(calendar, venue.instrument, at)
      if (isOpen) venue.messages(step, 'simulator', first || !open.has(symbol), listener)
      if (isOpen) open.add(symbol)
      else open.delete(symbol)
    }
    if (overseas.length > 0 && (first || at % heartbeatMs === 0))
      listener({ kind: 'heartbeat', instruments: overseas, sourceTs: at })
  }

  return {
    name: 'simulator',
    async start(listener) {
      if (cancel) throw new Error('the simulator runs already')
      next = Math.floor(clock.now() / stepMs)
      const firstAt = (next - 1) * stepMs
      for (const venue of venues)
        for (const funding of venue.fundings(firstAt - pastFundingsMs, firstAt)) listener(funding)
      say(next - 1, true, listener)
      const run = () => {
        const whole = Math.floor(clock.now() / stepMs)
        if (whole - next > catchUpSteps) next = whole - catchUpSteps
        for (; next < whole; next++) say(next, false, listener)
        cancel = clock.at((next + 1) * stepMs, run)
      }
      cancel = clock.at((next + 1) * stepMs, run)
    },
    async stop() {
      cancel?.()
      cancel = null
    },
  }
}
