import type { Calendar } from '../calendar/plans.ts'
import { isResting } from '../calendar/sessions.ts'
import type { Candle } from '../candles.ts'
import { parseUnits } from '../decimal.ts'
import { intervalMs, type KeptInterval } from '../intervals.ts'
import type { PastCandles } from '../live.ts'
import { Malformed } from './messages.ts'
import { mostCandles, type OandaRest } from './rest.ts'

/** Five seconds are the venue's finest; its days begin when they are asked to. */
const granularities: Readonly<Record<KeptInterval, string | null>> = {
  '1s': null,
  '1m': 'M1',
  '15m': 'M15',
  '1h': 'H1',
  '1d': 'D',
}

/** Past candles from the venue's candles of mids, without those that lie out of our sessions. Rejects where the venue does not give them. */
export function oandaHistory(rest: OandaRest, calendar: Calendar): PastCandles {
  return async (instrument, interval, from, to) => {
    const granularity = granularities[interval]
    if (granularity === null) return []
    const length = intervalMs[interval]
    const units = (decimal: string) => parseUnits(decimal, instrument.precision)
    const candles: Candle[] = []
    for (let begin = from; begin < to; ) {
      const page = await rest.candles(instrument.feedSymbol, granularity, begin)
      for (const { openTime, volume, ...prices } of page) {
        const isNew = openTime >= begin && openTime < to && openTime > (candles.at(-1)?.openTime ?? 0)
        const rests = [openTime, openTime + length - 1].every((at) => isResting(calendar, instrument, at))
        if (!isNew || rests) continue
        const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map(units) as Four
        if (low <= 0 || low > Math.min(open, close) || high < Math.max(open, close))
          throw new Malformed('a candle outside its own bounds')
        candles.push({ openTime, open, high, low, close, volume })
      }
      const last = page.at(-1)
      if (last === undefined || page.length < mostCandles || last.openTime < begin) break
      begin = last.openTime + length
    }
    return candles
  }
}

type Four = [number, number, number, number]
