import { aggregate, type Candle } from '../candles.ts'
import { parseUnits } from '../decimal.ts'
import type { MarketInstrument } from '../instruments.ts'
import { bucketStart, intervalMs, type KeptInterval } from '../intervals.ts'
import type { PastCandles } from '../live.ts'
import { decimal, fields, MalformedMessage, whole } from './messages.ts'
import type { BinanceRest } from './rest.ts'

/** The venue has no one-second candles. Its days begin at midnight UTC, ours at midnight in Seoul: ours are built from hours. */
const asked: Readonly<Record<KeptInterval, '1m' | '15m' | '1h' | null>> = {
  '1s': null,
  '1m': '1m',
  '15m': '15m',
  '1h': '1h',
  '1d': '1h',
}
const pageSize = 1_000
const pageWeight = 5

/** Past candles of an instrument from the venue's klines. Rejects where the venue does not give them. */
export function binanceHistory(rest: BinanceRest): PastCandles {
  return async (instrument, interval, from, to) => {
    const finer = asked[interval]
    if (finer === null) return []
    const candles: Candle[] = []
    let next = bucketStart(interval, from)
    while (next < to) {
      const page = await klines(rest, instrument, finer, next, to)
      for (const candle of page)
        if (candle.volume > 0 && candle.openTime >= next && candle.openTime < to) candles.push(candle)
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize || last.openTime < next) break
      next = last.openTime + intervalMs[finer]
    }
    return interval === finer ? candles : aggregate(candles, interval)
  }
}

async function klines(
  rest: BinanceRest,
  { feedSymbol, precision, qtyPrecision }: MarketInstrument,
  interval: string,
  startTime: number,
  endTime: number,
): Promise<Candle[]> {
  const parameters = { symbol: feedSymbol, interval, startTime, endTime, limit: pageSize }
  const answer = await rest.get('/fapi/v1/klines', parameters, pageWeight)
  if (!Array.isArray(answer)) throw new MalformedMessage('no list of klines')
  return answer.map((row: unknown) => {
    if (!Array.isArray(row)) throw new MalformedMessage('no kline')
    const [openTime, open, high, low, close, volume] = row
    const data = fields({ openTime, open, high, low, close, volume })
    const price = (key: string) => parseUnits(decimal(data, key), precision)
    const candle = {
      openTime: whole(data, 'openTime'),
      open: price('open'),
      high: price('high'),
      low: price('low'),
      close: price('close'),
      volume: parseUnits(decimal(data, 'volume'), qtyPrecision),
    }
    if (
      candle.low <= 0 ||
      candle.low > Math.min(candle.open, candle.close) ||
      candle.high < Math.max(candle.open, candle.close)
    )
      throw new MalformedMessage('a kline outside its own bounds')
    return candle
  })
}
