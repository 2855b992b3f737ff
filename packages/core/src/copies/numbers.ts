import { parseMinor } from '../money.ts'
import type { EpochMs, Minor } from '../types.ts'

const usdt = (amount: number): Minor => parseMinor(String(amount), 'USDT')!
const DAY_MS: EpochMs = 86_400_000

/** What copies and traders are bounded by (rules E). */
export const copyNumbers = {
  /** How much worse than the trader's a copy's price may be, in ppm; a follow may ask for less. */
  slipPpm: 5_000,
  leastSlipPpm: 1_000,
  /** An opening that comes later than this after the trader's fill is left out. */
  lateMs: 5_000,
  /** How many may follow a trader, by what he is worth. */
  quotaSteps: [
    { equity: usdt(5_000), followers: 500 },
    { equity: usdt(1_000), followers: 300 },
    { equity: usdt(100), followers: 100 },
  ],
  traderMinDays: 60,
  traderMinEquity: usdt(100),
  rejectedMs: 7 * DAY_MS,
  endedMs: 30 * DAY_MS,
  shareMaxPpm: 200_000,
  leastBet: usdt(10),
  mostBet: usdt(1_000_000),
  mostRatio: 500,
  leadLotsOfOption: 50,
  leadLots: 100,
  leadGapMs: 1_000,
  leadsAnHour: 60,
  /** Open copies of a trader in an instrument that are worth so much let no more lead orders open there. */
  capNotional: usdt(20_000_000),
  /** So many skips in a row for want of money pause a follow. */
  skipsToPause: 20,
} as const
