import { randomUUID } from 'node:crypto'
import { type Command, type Core, createCore, type FuturesOption, type Quote, type Reply } from '@maru/core'
import { majorBrackets } from '@maru/positions'
import { type BatchRows, collectRows } from '../../../apps/server/src/journal/index.ts'
import { limits } from '../../../apps/server/src/runner/batch-builder.ts'
import { type House, siteId } from './house.ts'

/** BTC at 65,000.0 in units of 0.1. */
export const startPrice = 650_000
export const calm: Pick<FuturesOption, 'id' | 'instrument' | 'stock'> = {
  id: 2,
  instrument: 'ETHUSDT',
  stock: 'CR_ETHUSDTPERP',
}

/** A perpetual with the shipped numbers, the delay of execution among them. */
export const perpetual: FuturesOption = {
  siteId,
  id: 1,
  stock: 'CR_BTCUSDTPERP',
  instrument: 'BTCUSDT',
  koName: '비트코인',
  precision: 1,
  tickUnits: 1,
  qtyPrecision: 3,
  stepUnits: 1,
  minQty: 1,
  minNotional: 500_000_000n,
  isPlay: true,
  isStop: false,
  makerPpm: 400,
  takerPpm: 400,
  liquidationPpm: 5_000,
  priceBandPpm: 100_000,
  slipPpm: 10_000,
  closeSlipPpm: 50_000,
  execDelayMs: 150,
  maxOpenOrders: 50,
  maxFunding: 1_000_000,
  defaultLeverage: 10,
  brackets: majorBrackets,
}
const markets = [perpetual, { ...perpetual, ...calm }]

/** Where a scenario is played: on the house with its database, or in memory alone for the rows that it makes. */
export interface Desk {
  readonly firstMember: number
  /** Sends commands together; throws when one is refused. */
  all(commands: readonly Command[]): Promise<void>
  /** Lets every market order that was taken fill. */
  filled(): Promise<void>
  /** From now on the prices of BTC are around this one. */
  moveTo(price: number): void
}

let books = 0
const keyOf = (route: string) => ({ key: randomUUID(), route, bodyHash: '0123456789abcdef'.repeat(4) })

/** Book and mark of an instrument: so deep that one level fills every order. */
export function pricesOf(instrument: string, price: number, at: number): Quote[] {
  const deep = 1_000_000_000
  const book = { kind: 'book', instrument, sourceTs: at, recvTs: at, u: ++books } as const
  return [
    { ...book, bids: [[price - 1, deep]], asks: [[price + 1, deep]] },
    { kind: 'mark', instrument, sourceTs: at, price, fundingRate: null, nextFundingTime: null },
  ]
}

export const opening = (memberId: number, usdt: bigint): Command => ({
  kind: 'openAccount',
  siteId,
  memberId,
  grants: [{ type: 'FUTURES', currency: 'USDT', amount: usdt * 100_000_000n }],
})

export const leverageOf = (memberId: number, leverage: number): Command => ({
  kind: 'setLeverage',
  siteId,
  memberId,
  key: keyOf('POST /api/futures/leverage'),
  optionId: perpetual.id,
  leverage,
})

export const inCross = (memberId: number): Command => ({
  kind: 'setMarginType',
  siteId,
  memberId,
  key: keyOf('POST /api/futures/margin-type'),
  optionId: perpetual.id,
  marginType: 'CROSS',
})

/** A market order; with `stopAt` a stop that closes. */
export const order = (
  memberId: number,
  side: 'LONG' | 'SHORT',
  qty: string,
  optionId: number = perpetual.id,
  stopAt: string | null = null,
): Command => ({
  kind: 'placeFutures',
  siteId,
  memberId,
  key: keyOf('POST /api/futures/order'),
  order: {
    optionId,
    side,
    qty,
    marketType: stopAt === null ? 'MARKET' : 'STOPMARKET',
    price: null,
    triggerPrice: stopAt,
    isMark: false,
    isReduceOnly: stopAt !== null,
    takeProfit: null,
    stopLoss: null,
    isMarkTp: false,
    isMarkSl: false,
    tolerance: null,
    expiresAt: null,
  },
})

export interface LiveDesk extends Desk {
  /** Sends one order and resolves once its fill is durable. */
  trade(memberId: number, side: 'LONG' | 'SHORT', qty: string): Promise<void>
  stop(): void
}

/** The markets of a house that runs: twenty books and marks a second of each. */
export async function liveDesk(house: House, firstMember: number): Promise<LiveDesk> {
  const { runner, clock, bus } = house
  let price = startPrice
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const show = () => {
    const at = clock.now()
    for (const quote of pricesOf(perpetual.instrument, price, at)) runner.quote(quote)
    for (const quote of pricesOf(calm.instrument, startPrice, at)) runner.quote(quote)
  }
  const submit = async (command: Command) => {
    const reply = await runner.submit(command)
    if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
  }
  bus.subscribe('event', (event) => {
    if (event.to !== 'member' || event.queue !== 'futures') return
    const one = waiting.get(event.memberId)
    if (one === undefined || (event.event !== 'ORDER_FILLED' && event.event !== 'ORDER_CANCEL')) return
    waiting.delete(event.memberId)
    const { status } = event.data as { status: string }
    if (status === 'FILLED') one.resolve()
    else one.reject(new Error(`an order of ${event.memberId} ended as ${JSON.stringify(event.data)}`))
  })
  for (const option of markets) await submit({ kind: 'configureFutures', option })
  show()
  const timer = setInterval(show, 50)
  const settled: Promise<void>[] = []
  const untilFilled = (memberId: number) =>
    new Promise<void>((resolve, reject) => waiting.set(memberId, { resolve, reject }))
  return {
    firstMember,
    async all(commands) {
      for (const command of commands)
        if (command.kind === 'placeFutures' && command.order.marketType === 'MARKET')
          settled.push(untilFilled(command.memberId))
      await Promise.all(commands.map(submit))
    },
    async filled() {
      await Promise.all(settled.splice(0))
    },
    moveTo(to) {
      price = to
      const at = clock.now()
      for (const quote of pricesOf(perpetual.instrument, price, at)) runner.quote(quote)
      house.tick(at, price)
    },
    async trade(memberId, side, qty) {
      const filled = untilFilled(memberId)
      await submit(order(memberId, side, qty))
      await filled
    },
    stop: () => clearInterval(timer),
  }
}

/** A core in memory under members and ids of its own, which keeps the rows of what is played on it in batches as the journal has them. */
export class DryDesk implements Desk {
  readonly firstMember: number
  readonly #core: Core
  readonly #batches: BatchRows[] = []
  readonly #ordersABatch: number
  #rows = collectRows()
  #commands = 0
  #at: number
  #seq = 0
  #price = startPrice

  constructor(at: number, firstMember: number, ordersABatch: number = limits.commands) {
    this.firstMember = firstMember
    this.#at = at
    this.#ordersABatch = ordersABatch
    this.#core = createCore({
      sites: [{ siteId, maxDayExposure: 1n, binaryCurrency: 'KRW' }],
      options: [],
      wallets: [],
      house: [],
      rounds: [],
      bets: [],
      limits: [],
      members: [],
      recentResults: [],
      futuresOptions: markets,
      futuresSettings: [],
      orders: [],
      positions: [],
      recentFills: [],
      fundings: [],
      overseaOptions: [],
      fixings: [],
      houseToday: [],
      lastBatchAt: null,
    })
    for (const { instrument } of markets)
      this.#core.signal({ kind: 'feed', instrument, state: 'live', at }, this.#ctx())
    this.#advance()
    this.#show()
  }

  async all(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      const { reply, rows } = this.#core.execute(command, this.#ctx())
      if (reply?.status !== 200) throw new Error(`refused: ${JSON.stringify((reply as Reply).body)}`)
      this.#keep(rows)
      this.#commands++
      if (this.#ordersABatch > 1 && this.#commands >= this.#ordersABatch) this.cut()
    }
  }

  async filled(): Promise<void> {
    this.#at += 200
    this.#show()
    // What a member took from the book comes back.
    this.#at += 2_000
  }

  moveTo(price: number): void {
    this.#price = price
    this.#show()
  }

  /** Ends a batch. */
  cut(): void {
    if (this.#rows.effects > 0) this.#batches.push(this.#rows)
    this.#rows = collectRows()
    this.#commands = 0
  }

  /** The batches since it was last asked. */
  taken(): BatchRows[] {
    this.cut()
    return this.#batches.splice(0)
  }

  #ctx = () => ({ at: this.#at, nextId: () => nextId++ })

  #show(): void {
    const at = this.#at
    for (const { instrument } of markets)
      for (const quote of pricesOf(instrument, this.#price, at)) this.#keep(this.#core.quote(quote, this.#ctx()).rows)
    const { instrument } = perpetual
    const of = { source: 'bench', sourceTs: at, recvTs: at, qty: '1' }
    const tick = { ...of, instrument, sourceTradeId: String(++this.#seq), price: this.#price, seq: this.#seq }
    this.#keep(this.#core.tick(tick, this.#ctx()).rows)
    this.#advance()
  }

  #advance(): void {
    do this.#keep(this.#core.advance(this.#ctx(), 128).rows)
    while (this.#core.more(this.#at))
  }

  #keep(rows: Parameters<BatchRows['add']>[0]): void {
    this.#rows.add(rows)
    if (this.#rows.effects >= limits.rowEffects && this.#ordersABatch > 1) this.cut()
  }
}

/** Ids of the bench's own, far from those of the house. */
let nextId = 8_000_000_000_000
