/** What the tests of the futures book share: a house with one perpetual, its book and its mark, and members with USDT. */
import { majorBrackets } from '@maru/positions'
import { shippedFutures } from '../configuration/shipped.ts'
import { createCore } from '../core.ts'
import { byMember, bySystem } from '../envelope.ts'
import { parseMinor } from '../money.ts'
import { emptySnapshot, House, NOON, SITE } from '../testing.ts'
import type {
  CoreSnapshot,
  FuturesOption,
  FuturesOrderInput,
  Levels,
  Minor,
  OrderRow,
  PositionRow,
  PriceUnits,
  Qty,
  Reply,
  VenueUpdate,
} from '../types.ts'

/** BTCUSDT: prices of 10^-1, quantities of 10^-3; one step at one unit is worth 10^4 minor units. */
export const perpetual = (parts: Partial<FuturesOption> = {}): FuturesOption => ({
  siteId: SITE,
  id: 1,
  stock: 'CR_BTCUSDTPERP',
  instrument: 'BTCUSDT',
  koName: '비트코인',
  precision: 1,
  tickUnits: 1,
  qtyPrecision: 3,
  stepUnits: 1,
  minQty: 1,
  ...shippedFutures,
  jumpPpm: 0, // prices of tests jump
  brackets: majorBrackets,
  ...parts,
})

export const usdt = (amount: number): Minor => parseMinor(String(amount), 'USDT')!
/** BTC in steps. */
export const btc = (amount: number): Qty => Math.round(amount * 1_000)
/** A price in units. */
export const at = (price: number): PriceUnits => Math.round(price * 10)

/** Levels as a member reads them. */
type Side = readonly (readonly [price: number, qty: number])[]
type BookTimes = Pick<Extract<VenueUpdate, { kind: 'depth' }>, 'sourceTs' | 'correctedTs'>
type OrderParts = Partial<FuturesOrderInput> & Pick<FuturesOrderInput, 'side' | 'qty'>

/** The database gives rows in its own order. */
const reversed = (snapshot: CoreSnapshot): CoreSnapshot => ({
  ...snapshot,
  orders: snapshot.orders.toReversed(),
  positions: snapshot.positions.toReversed(),
  recentFills: snapshot.recentFills.toReversed(),
  futuresOptions: snapshot.futuresOptions.toReversed(),
})

export class Desk extends House {
  #u = 0
  #sides: [Side, Side] = [[], []]

  constructor(options: readonly FuturesOption[] = [perpetual()], parts: Partial<CoreSnapshot> = {}) {
    super(emptySnapshot({ options: [], futuresOptions: options, ...parts }), NOON)
    this.live()
  }

  /** A trader with USDT; 10,000 as a demo member has. */
  trader(memberId: number, amount: Minor = usdt(10_000)): number {
    const grants = [{ type: 'FUTURES', currency: 'USDT', amount }] as const
    this.do({ kind: 'openMember', ...bySystem(SITE), memberId, grants })
    return memberId
  }

  /** Shows a book; prices and quantities as a member reads them. */
  book(bids: Side, asks: Side, times: Partial<BookTimes> = {}): void {
    this.#sides = [bids, asks]
    const units = (side: Side): Levels => side.map(([price, qty]) => [at(price), btc(qty)] as const)
    this.#u++
    this.venueUpdate({
      kind: 'depth',
      instrument: 'BTCUSDT',
      sourceTs: this.at,
      recvTs: this.at,
      correctedTs: this.at,
      ...times,
      bids: units(bids),
      asks: units(asks),
      u: this.#u,
    })
    this.settle()
  }

  /** Shows the same book again, as of now. */
  again(): void {
    this.book(...this.#sides)
  }

  mark(price: number, funding: { rate: number; at: number } | null = null): void {
    this.venueUpdate({
      kind: 'mark',
      instrument: 'BTCUSDT',
      sourceTs: this.at,
      price: at(price),
      fundingRate: funding?.rate ?? null,
      nextFundingTime: funding?.at ?? null,
    })
    this.settle()
  }

  last(price: number): void {
    this.tick(at(price))
    this.settle()
  }

  /** Does all that is due; what the database would hold then gives the same core. */
  override settle(maxRows = 1_000): void {
    super.settle(maxRows)
    const restored = createCore(reversed(this.core.snapshot()))
    if (restored.stateHash() !== this.core.stateHash()) throw new Error('a restored core differs')
  }

  /** Mark, last and a deep book around a price: ten bitcoin on each of two levels a side. */
  price(price: number): void {
    this.mark(price)
    this.last(price)
    this.book(
      [
        [price, 10],
        [price - 1, 10],
      ],
      [
        [price + 1, 10],
        [price + 2, 10],
      ],
    )
  }

  /** Lets the delay of execution pass, and shows the same prices again. */
  execute(price: number): void {
    this.at += 150
    this.price(price)
  }

  order(memberId: number, parts: OrderParts): Reply {
    const reply = this.place(memberId, parts)
    this.settle()
    return reply
  }

  /** Sends an order and does nothing else. */
  place(memberId: number, parts: OrderParts): Reply {
    const order: FuturesOrderInput = {
      optionId: 1,
      marketType: 'MARKET',
      price: null,
      triggerPrice: null,
      isMark: false,
      isReduceOnly: false,
      takeProfit: null,
      stopLoss: null,
      isMarkTp: false,
      isMarkSl: false,
      tolerance: null,
      expiresAt: null,
      ...parts,
    }
    return this.do({ kind: 'placeFutures', ...byMember({ siteId: SITE, memberId }, this.key()), order })
  }

  /** Buys or sells at the market, waits for the execution, and lets what he took of the book come back. */
  trade(memberId: number, side: 'LONG' | 'SHORT', qty: string, price: number): OrderRow {
    const reply = this.order(memberId, { side, qty })
    this.execute(price)
    this.at += 2_000
    return this.orderOf(reply)
  }

  limit(memberId: number, side: 'LONG' | 'SHORT', qty: string, price: string, parts = {}): Reply {
    return this.order(memberId, { side, qty, price, marketType: 'LIMIT', ...parts })
  }

  cancel(memberId: number, id: number): Reply {
    const reply = this.do({
      kind: 'cancelOrder',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      book: 'futures',
      id,
    })
    this.settle()
    return reply
  }

  tpsl(memberId: number, takeProfit: string | null, stopLoss: string | null, isMark = false): Reply {
    const positionId = this.position(memberId)?.id ?? 0
    const exits = { takeProfit, stopLoss, isMarkTp: isMark, isMarkSl: isMark }
    const reply = this.do({
      kind: 'setFuturesTpsl',
      ...byMember({ siteId: SITE, memberId }, this.key()),
      positionId,
      ...exits,
    })
    this.settle()
    return reply
  }

  orderOf(reply: Reply): OrderRow {
    const row = this.orders.get((reply.body as { id: number }).id)
    if (!row) throw new Error(`no order in ${JSON.stringify(reply)}`)
    return row
  }

  position(memberId: number): PositionRow | undefined {
    return this.ask('futures.open', { siteId: SITE, memberId }).positions[0]?.row
  }

  /** The price at which a position of the member would be liquidated: the named one, or his first. */
  liquidPrice(memberId: number, positionId?: number): number | null {
    const { positions } = this.ask('futures.open', { siteId: SITE, memberId })
    const position = positions.find(({ row }) => positionId === undefined || row.id === positionId)
    if (!position) throw new Error(`${memberId} holds no such position`)
    return position.liquidPrice
  }

  openOrders(memberId: number): readonly OrderRow[] {
    return this.ask('futures.open', { siteId: SITE, memberId }).orders
  }

  money(memberId: number) {
    const cross = this.ask('futures.cross', { siteId: SITE, memberId })
    if (!cross) throw new Error(`no futures wallet of ${memberId}`)
    return cross
  }
}
