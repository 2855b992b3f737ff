import { type DomainClock, type Feed, type FeedMessage, isOverseas, marketInstruments } from '@maru/market'

export interface ManualBook {
  readonly bid: number
  readonly ask: number
  readonly mark: number
  /** Quantity of each level; 20 levels a side, one unit of price apart. */
  readonly qty?: string
}

export interface ManualFeed extends Feed {
  /** The price that the next ticks of an instrument carry, in units of 10^-precision. */
  setPrice(instrument: string, price: number): void
  /** From now on the feed says the instrument's mark and an order book of 20 levels with each trade, of an overseas one its best prices; also at once. */
  setBook(instrument: string, book: ManualBook): void
  /** Says a trade at this moment, at once. */
  trade(instrument: string, price: number): void
  /** Passes a message on as it is. */
  say(message: FeedMessage): void
  /** No tick comes any more until `resume`: the feed goes stale. */
  pause(instrument?: string): void
  resume(): void
}

/** How often everything trades, in domain time. */
const everyMs = 400

/**
 * A feed whose prices the test sets: every crypto trades at its price several times a domain second, so that all stay live. Overseas
 * instruments are silent until they are given a price.
 */
export function manualFeed(clock: () => DomainClock): ManualFeed {
  const symbols = marketInstruments.filter((instrument) => !isOverseas(instrument)).map(({ symbol }) => symbol)
  const prices = new Map(symbols.map((symbol) => [symbol, 100_000]))
  const paused = new Set<string>()
  let listener: ((message: FeedMessage) => void) | null = null
  let cancel: () => void = () => undefined
  let trades = 0
  let books = 0
  const booked = new Map<string, ManualBook>()

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
  const sayBook = (instrument: string, { bid, ask, mark, qty = '100' }: ManualBook) => {
    const sourceTs = clock().now()
    if (!symbols.includes(instrument)) {
      listener?.({ kind: 'best', instrument, sourceTs, bid, ask, bidQty: qty, askQty: qty })
      return
    }
    books += 1
    const levels = (from: number, step: number) => Array.from({ length: 20 }, (_, n) => [from + n * step, qty] as const)
    listener?.({
      kind: 'mark',
      instrument,
      sourceTs,
      price: mark,
      fundingRate: '0.0001',
      nextFundingTime: hourAfter(sourceTs),
    })
    listener?.({ kind: 'depth', instrument, sourceTs, bids: levels(bid, -1), asks: levels(ask, 1), u: books })
  }
  const all = () => {
    for (const [symbol, price] of prices) {
      if (paused.has(symbol)) continue
      trade(symbol, price)
      const book = booked.get(symbol)
      if (book) sayBook(symbol, book)
    }
  }

  return {
    name: 'simulator',
    async start(to) {
      listener = to
      const sayOn = () => {
        all()
        cancel = clock().at(clock().now() + everyMs, sayOn)
      }
      sayOn()
    },
    async stop() {
      cancel()
      listener = null
    },
    setPrice: (instrument, price) => void prices.set(instrument, price),
    setBook(instrument, book) {
      booked.set(instrument, book)
      sayBook(instrument, book)
    },
    trade,
    say: (message) => listener?.(message),
    pause: (instrument) => {
      for (const symbol of instrument === undefined ? prices.keys() : [instrument]) paused.add(symbol)
    },
    resume: () => paused.clear(),
  }
}

/** The next full hour but one: no funding falls into a test. */
const hourAfter = (at: number): number => (Math.floor(at / 3_600_000) + 2) * 3_600_000
