import { call } from '@maru/client/api/client'
import { onReturn } from '@maru/client/page/on-return'
import { clock, prices, useLink, watchPrice } from '../../live/index.ts'
import { type Bar, barOf, type ChartInterval, intervalMs, mergeBars, withTick } from './bars.ts'

export interface CandleSource {
  /** Asks for the page before the oldest candle, once at a time; nothing happens where none is left. */
  older(): void
  stop(): void
}

interface Sink {
  /** All candles, whenever others than the newest changed. */
  all(bars: readonly Bar[]): void
  /** The newest candle changed or a new one opened. */
  last(bar: Bar): void
}

const pageSize = 500
/** Older candles than this are not kept: nobody scrolls that far, and a phone has to hold them. */
const mostBars = 5_000
/** The last candle is drawn no more often: a drawing costs a slow phone more than all other figures. The last price is an element beside it. */
const drawEveryMs = 1_000
/** Ticks carry no volume: that of the newest candle is asked for this often. */
const refreshEveryMs = 15_000
const retryMs = 5_000

/** Candles of a stock outside React: the newest page, older ones on demand, and the newest candle from ticks. */
export function openCandles(stock: string, interval: ChartInterval, sink: Sink): CandleSource {
  let bars: Bar[] = []
  let nextEnd: number | null = null
  let paging = false
  let loaded = false
  let stopped = false
  let draw: ReturnType<typeof setTimeout> | undefined
  let refresh: ReturnType<typeof setTimeout> | undefined
  const gone = new AbortController()

  const page = async (endTime: number, size: number) => {
    const query = { stock, interval, endTime: String(Math.floor(endTime)), size: String(size) }
    const { content, nextEndTime } = await call('GET /api/stock/chart_page', { query, signal: gone.signal })
    return { fresh: content.map(barOf), nextEndTime }
  }
  const tick = () => {
    const last = prices.get(stock, 'last')
    const ts = prices.get(stock, 'ts')
    if (!loaded || last === undefined || ts === undefined) return
    const before = bars.at(-1)
    const bar = withTick(before, interval, ts, Number(last))
    if (!bar) return
    if (bar.at !== before?.at) {
      // The candle that ends is drawn as it ended.
      if (before) sink.last(before)
      bars.push(bar)
      sink.last(bar)
      return
    }
    bars[bars.length - 1] = bar
    draw ??= setTimeout(() => {
      draw = undefined
      const newest = bars.at(-1)
      if (newest) sink.last(newest)
    }, drawEveryMs)
  }
  const load = async () => {
    try {
      const { fresh, nextEndTime } = await page(clock.now() + 1, pageSize)
      if (stopped) return
      // After a gap that is too long for one page, what was there before no longer joins on.
      const newest = bars.at(-1)
      const joins = newest !== undefined && (fresh[0]?.at ?? 0) <= newest.at + intervalMs[interval]
      if (!joins) nextEnd = nextEndTime
      bars = joins ? mergeBars(bars, fresh) : fresh
      loaded = true
      sink.all(bars)
      tick()
      later(refreshEveryMs)
    } catch (error) {
      failed(error)
    }
  }
  const refreshNewest = async () => {
    if (document.visibilityState === 'hidden') return later(refreshEveryMs)
    if (!loaded) return load()
    try {
      const { fresh } = await page(clock.now() + 1, 3)
      if (stopped) return
      const before = bars
      bars = mergeBars(bars, fresh)
      const newest = bars.at(-1)
      if (newest && isSameBefore(before, bars)) sink.last(newest)
      else sink.all(bars)
      later(refreshEveryMs)
    } catch (error) {
      failed(error)
    }
  }
  /** The chart stands as it is; the next try comes by itself. */
  const failed = (error: unknown) => {
    if (stopped) return
    console.warn('candles could not be loaded', error)
    later(retryMs)
  }
  const later = (delay: number) => {
    clearTimeout(refresh)
    refresh = setTimeout(() => void refreshNewest(), delay)
  }

  const unwatch = watchPrice(stock)
  const unlisten = prices.subscribe(stock, 'ts', tick)
  // What was not shown was not refreshed either, and a frozen page heard no tick.
  const unreturn = onReturn(() => {
    if (loaded) void load()
  })
  const unlink = useLink.subscribe(({ link }, before) => {
    // Ticks of the time in between are lost: the server has their candles.
    if (link.kind === 'up' && before.link.kind !== 'up' && loaded) void load()
  })
  void load()

  return {
    older() {
      if (paging || nextEnd === null || stopped || bars.length >= mostBars) return
      paging = true
      page(nextEnd, pageSize)
        .then(({ fresh, nextEndTime }) => {
          if (stopped) return
          nextEnd = nextEndTime
          bars = mergeBars(fresh, bars)
          sink.all(bars)
        })
        .catch((error: unknown) => {
          if (!stopped) console.warn('older candles could not be loaded', error)
        })
        .finally(() => {
          paging = false
        })
    },
    stop() {
      stopped = true
      gone.abort()
      clearTimeout(draw)
      clearTimeout(refresh)
      unlisten()
      unlink()
      unreturn()
      unwatch()
    },
  }
}

/** Whether no candle but the newest differs; a refresh changes the last few at most. */
function isSameBefore(before: readonly Bar[], after: readonly Bar[]): boolean {
  if (before.length !== after.length) return false
  return after.slice(-4, -1).every((bar, at) => {
    const known = before.slice(-4, -1)[at]
    return known && known.at === bar.at && known.volume === bar.volume && known.close === bar.close
  })
}
