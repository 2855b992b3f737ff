import { type DomainClock, type Feed, type FeedMessage, isOverseas, marketInstruments } from '@maru/market'

export interface ManualFeed extends Feed {
  /** The price that the next ticks of an instrument carry, in units of 10^-precision. */
  setPrice(instrument: string, price: number): void
  /** Says a trade at this moment, at once. */
  trade(instrument: string, price: number): void
  /** Passes a message on as it is. */
  say(message: FeedMessage): void
  /** No tick comes any more until `resume`: the feed goes stale. */
  pause(instrument?: string): void
  resume(): void
}

/** A feed whose prices the test sets: every crypto trades at its price several times a domain second, so that all stay live. */
export function manualFeed(clock: () => DomainClock, speed = 1): ManualFeed {
  const symbols = marketInstruments.filter((instrument) => !isOverseas(instrument)).map(({ symbol }) => symbol)
  const prices = new Map(symbols.map((symbol) => [symbol, 100_000]))
  const paused = new Set<string>()
  let listener: ((message: FeedMessage) => void) | null = null
  let timer: NodeJS.Timeout | undefined
  let trades = 0

  const trade = (instrument: string, price: number) => {
    const at = clock().now()
    trades += 1
    const message: FeedMessage = {
      kind: 'trade',
      instrument,
      source: 'test',
      sourceTradeId: String(trades),
      sourceTs: at,
      recvTs: at,
      price,
      qty: '1',
    }
    listener?.(message)
  }
  const all = () => {
    for (const [symbol, price] of prices) if (!paused.has(symbol)) trade(symbol, price)
  }

  return {
    name: 'simulator',
    async start(to) {
      listener = to
      all()
      timer = setInterval(all, Math.max(5, Math.floor(400 / speed)))
    },
    async stop() {
      clearInterval(timer)
      listener = null
    },
    setPrice: (instrument, price) => void prices.set(instrument, price),
    trade,
    say: (message) => listener?.(message),
    pause: (instrument) => {
      for (const symbol of instrument === undefined ? symbols : [instrument]) paused.add(symbol)
    },
    resume: () => paused.clear(),
  }
}
