/** What the tests of the overseas book share: a house with contracts, their sessions and quotes, the dollar's rate, and members. */
import { shippedOversea } from '../configuration/shipped.ts'
import { createCore } from '../core.ts'
import { byMember } from '../envelope.ts'
import { kstDay } from '../kst.ts'
import { emptySnapshot, House, SITE } from '../testing.ts'
import type {
  CoreSnapshot,
  EpochMs,
  Minor,
  OrderRow,
  OverseaOption,
  OverseaOrderInput,
  PositionRow,
  PriceUnits,
  Reply,
} from '../types.ts'

const HOUR = 3_600_000

/** Monday 2026-03-02 08:00 KST; its session ends at 06:00 the next day. */
export const OPEN = 1_772_406_000_000
export const CLOSE = OPEN + 22 * HOUR
export const NEXT_OPEN = OPEN + 24 * HOUR
const DAY = 24 * HOUR

/** EUR/USD (M6E): a price counts 0.00001, a tick is ten of them. At 1,400 won a tick is 1,750, a margin 560,000, a fee 1,400. */
export const contract = (parts: Partial<OverseaOption> = {}): OverseaOption => ({
  siteId: SITE,
  id: 1,
  stock: 'OV_EURUSD',
  instrument: 'EURUSD',
  koName: '유로/달러',
  precision: 5,
  tickUnits: 10,
  ...shippedOversea,
  jumpPpm: 0, // prices of tests jump
  tickValue: 12_500n,
  margin: 4_000_000n,
  fee: 10_000n,
  maxCount: 30,
  longRatePpm: -20_000,
  shortRatePpm: 5_000,
  ...parts,
})

export const gold = (parts: Partial<OverseaOption> = {}): OverseaOption =>
  contract({
    id: 3,
    stock: 'OV_XAUUSD',
    instrument: 'XAUUSD',
    koName: '금',
    precision: 2,
    tickUnits: 10,
    tickValue: 10_000n,
    margin: 20_000_000n,
    fee: 15_000n,
    maxCount: 20,
    ...parts,
  })

/** EUR/USD as a member reads it, in the core's units. */
export const eur = (price: number): PriceUnits => Math.round(price * 100_000)

/** The database gives rows in its own order. */
const reversed = (snapshot: CoreSnapshot): CoreSnapshot => ({
  ...snapshot,
  orders: snapshot.orders.toReversed(),
  positions: snapshot.positions.toReversed(),
  recentFills: snapshot.recentFills.toReversed(),
  overseaOptions: snapshot.overseaOptions.toReversed(),
})

interface Said {
  readonly isRest?: boolean
  readonly day?: number
  readonly overnightAllowed?: boolean
  readonly closeAt?: EpochMs
  readonly nextOpenAt?: EpochMs
}

export type OrderParts = Partial<OverseaOrderInput> & Pick<OverseaOrderInput, 'side' | 'count'>

export class Floor extends House {
  #u = 0
  readonly symbols: readonly string[]

  /** Opens at noon of the first session, with a live feed, quotes at 1.10 and a rate of 1,400. */
  constructor(options: readonly OverseaOption[] = [contract()], parts: Partial<CoreSnapshot> = {}) {
    super(emptySnapshot({ options: [], overseaOptions: options, ...parts }), OPEN + 4 * HOUR)
    this.symbols = [...new Set(options.map(({ instrument }) => instrument))]
    this.rate(140_000)
    for (const symbol of this.symbols) {
      this.live(symbol)
      this.trading(symbol)
    }
  }

  rate(rate: number, sourceTs: EpochMs = this.at): void {
    this.signal({ kind: 'rate', pair: 'USDKRW', rate, source: 'test', sourceTs, recvTs: this.at })
  }

  /** Says where the session stands: that of `day` days after the first; it runs unless told otherwise. */
  trading(symbol = 'EURUSD', said: Said = {}): void {
    const { isRest = false, day = 0, overnightAllowed = true } = said
    const { closeAt = CLOSE + day * DAY, nextOpenAt = NEXT_OPEN + day * DAY } = said
    const openAt = OPEN + day * DAY
    const tradingDay = kstDay(openAt)
    const session = { tradingDay, openAt, closeAt }
    this.signal({ kind: 'session', instrument: symbol, isRest, at: this.at, session, nextOpenAt, overnightAllowed })
    this.settle()
  }

  /** Shows a quote (bid, ask) and its mid as the last price. */
  prices(bid: PriceUnits, ask: PriceUnits, symbol = 'EURUSD'): void {
    this.#u++
    this.venueUpdate({
      kind: 'depth',
      instrument: symbol,
      sourceTs: this.at,
      recvTs: this.at,
      correctedTs: this.at,
      bids: [[bid, 1]],
      asks: [[ask, 1]],
      u: this.#u,
    })
    this.tick(Math.floor((bid + ask) / 2), { instrument: symbol })
    this.settle()
  }

  /** A quote of one tick about a price of EUR/USD. */
  price(price: number): void {
    this.prices(eur(price), eur(price) + 10)
  }

  /** Does all that is due; what the database would hold then gives the same core. */
  override settle(maxRows = 1_000): void {
    super.settle(maxRows)
    const restored = createCore(reversed(this.core.snapshot()))
    if (restored.stateHash() !== this.core.stateHash()) throw new Error('a restored core differs')
  }

  /** Sends an order, and does what is due. */
  order(memberId: number, parts: OrderParts): Reply {
    const reply = this.place(memberId, parts)
    this.settle()
    return reply
  }

  place(memberId: number, parts: OrderParts): Reply {
    const order: OverseaOrderInput = {
      optionId: 1,
      marketType: 'MARKET',
      price: null,
      triggerPrice: null,
      tpTick: null,
      slTick: null,
      isReduceOnly: false,
      expiresAt: null,
      ...parts,
    }
    return this.do({ kind: 'placeOversea', ...byMember({ siteId: SITE, memberId }, this.key()), order })
  }

  /** Buys or sells at the market, waits for the execution, and lets what he took come back. */
  trade(memberId: number, side: 'LONG' | 'SHORT', count: number, optionId = 1): OrderRow {
    const reply = this.order(memberId, { side, count, optionId })
    this.pass(300)
    this.pass(2_000)
    return this.orderOf(reply)
  }

  /** Lets time pass while nothing is quoted. */
  pass(ms: number): void {
    this.at += ms
    this.settle()
  }

  /** Goes on to a time at which the core is asked for nothing but what is due. */
  goTo(at: EpochMs): void {
    if (at < this.at) throw new Error('time does not go back')
    this.at = at
    this.settle()
  }

  overnight(memberId: number, isActive = true, optionId = 1): Reply {
    const positionId = this.position(memberId, optionId)?.id ?? 0
    const reply = this.do({
      kind: 'setOvernight',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      positionId,
      isActive,
    })
    this.settle()
    return reply
  }

  tpsl(memberId: number, tpTick: number | null, slTick: number | null, optionId = 1): Reply {
    const positionId = this.position(memberId, optionId)?.id ?? 0
    const ticks = { positionId, optionId, tpTick, slTick }
    const reply = this.do({ kind: 'setOverseaTpsl', ...byMember({ siteId: SITE, memberId }, this.key()), ...ticks })
    this.settle()
    return reply
  }

  orderOf(reply: Reply): OrderRow {
    const row = this.orders.get((reply.body as { id: number }).id)
    if (!row) throw new Error(`no order in ${JSON.stringify(reply)}`)
    return row
  }

  position(memberId: number, optionId = 1): PositionRow | undefined {
    const open = this.ask('oversea.open', { siteId: SITE, memberId }).positions
    return open.find(({ row }) => row.optionId === optionId)?.row
  }

  openOrders(memberId: number): readonly OrderRow[] {
    return this.ask('oversea.open', { siteId: SITE, memberId }).orders
  }

  money(memberId: number) {
    const cross = this.ask('oversea.cross', { siteId: SITE, memberId })
    if (!cross) throw new Error(`no wallet of ${memberId}`)
    return cross
  }

  /** What one account of the house holds. */
  house(account: string): Minor {
    return this.postings.filter((row) => row.account === account).reduce((sum, row) => sum + row.amount, 0n)
  }
}
