import { codeOf, emptySnapshot, House, NOON, option } from '../../testing.ts'
import { roundKeys } from '../keys.ts'
import { testEachKey } from './each-key.ts'

function house(parts: Parameters<typeof option>[0] = {}): House {
  const h = new House(emptySnapshot({ options: [option(parts)] }))
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  return h
}
const binary = () => house({ type: 'B1' })
const bet = (h: House, point = 10_000n) => codeOf(h.bet(1, 'B', point))
/** Two bets, `ms` apart. */
const two = (h: House, ms: number, point = 10_000n) => {
  const first = bet(h, point)
  h.until(h.at + ms, 100_00)
  return [first, bet(h, point)]
}
/** The round that opens after the change. */
const next = (h: House) => {
  h.until(NOON + 60_500, 100_00)
  return h.betting()
}
/** The strike of a bet in the next round, of a price of 102 that comes so long after it; null while it has none. */
const strikeAfter = (h: House, ms: number) => {
  next(h)
  const reply = h.bet(1, 'B', 10_000n)
  h.at += ms
  h.tick(102_00)
  return h.betOf(reply).strikePrice
}

testEachKey('round', 100, roundKeys, house, {
  isPlay: { to: false, play: (h) => bet(h), gives: [200, 'OPTION_STOPPED'] },
  isStop: { to: true, play: (h) => bet(h), gives: [200, 'OPTION_STOPPED'] },
  pauses: { to: [{ days: 127, from: 0, to: 1_440 }], play: (h) => bet(h), gives: [200, 'OPTION_STOPPED'] },
  payoutRateBp: { to: 15_000, play: (h) => next(h).payoutRateBp, gives: [19_000, 15_000] },
  minPoint: { to: '20000', play: (h) => bet(h), gives: [200, 'INVESTMENT_BELOW_MIN'] },
  maxPoint: { to: '5000', play: (h) => bet(h), gives: [200, 'INVESTMENT_ABOVE_MAX'] },
  unit: { to: '3000', play: (h) => bet(h), gives: [200, 'AMOUNT_UNIT_MISMATCH'] },
  maxRoundPoint: {
    to: '1000000',
    play: (h) => two(h, 1_000, 600_000n),
    gives: [
      [200, 200],
      [200, 'ROUND_LIMIT_EXCEEDED'],
    ],
  },
  maxBets: {
    to: 1,
    play: (h) => two(h, 1_000),
    gives: [
      [200, 200],
      [200, 'BET_COUNT_EXCEEDED'],
    ],
  },
  minIntervalMs: {
    to: 2_000,
    play: (h) => two(h, 1_000),
    gives: [
      [200, 200],
      [200, 'BET_TOO_SOON'],
    ],
  },
  maxExposure: { to: '5000', play: (h) => bet(h), gives: [200, 'EXPOSURE_LIMIT'] },
  lockLeadMs: {
    to: 20_000,
    play(h) {
      const { startAt, lockAt } = next(h)
      return startAt - lockAt
    },
    gives: [5_000, 20_000],
  },
  strikeDelayMs: { to: 1_000, open: binary, play: (h) => strikeAfter(h, 300), gives: [102_00, null] },
  strikeWaitMs: {
    to: 5_000,
    open: binary,
    play(h) {
      next(h)
      const reply = h.bet(1, 'B', 10_000n)
      h.at += 3_000
      h.settle()
      return h.betOf(reply).strikePrice
    },
    gives: [100_00, null],
  },
})
