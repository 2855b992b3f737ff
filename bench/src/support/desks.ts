import {
  type Command,
  type Core,
  createCore,
  type Effects,
  type FeedSignal,
  type HouseRow,
  nothingRestored,
  shippedSite,
  type Tick,
} from '@maru/core'
import { type BatchRows, collectRows } from '../../../apps/server/src/journal/index.ts'
import { limits } from '../../../apps/server/src/runner/batch-builder.ts'
import { type House, siteId } from './house.ts'
import type { Playbook } from './playbook.ts'

/** Where a scenario is played: on the house with its database, or in memory alone for the rows that it makes. */
export interface Desk {
  readonly book: Playbook
  readonly firstMember: number
  /** Sends commands together; throws when one is refused. */
  all(commands: readonly Command[]): Promise<void>
  /** Lets every market order that was taken fill. */
  filled(): Promise<void>
  /** From now on the prices of the first market are around this one. */
  moveTo(price: number): void
  /** What the market says beside its prices. */
  signal(of: (at: number) => FeedSignal): void
}

let trades = 0

/** A tick: a trade at a price, or the mid of the best prices. */
function tickOf(instrument: string, price: number, at: number): Tick {
  trades += 1
  const of = { source: 'bench', sourceTradeId: String(trades), seq: trades, qty: '1' }
  return { ...of, instrument, price, sourceTs: at, recvTs: at }
}

export interface LiveDesk extends Desk {
  /** Sends one order of the book's and resolves once its fill is durable. */
  trade(memberId: number, side: 'LONG' | 'SHORT'): Promise<void>
  stop(): void
}

/** The markets of a house that runs: twenty prices a second of each. */
export async function liveDesk(book: Playbook, house: House, firstMember: number): Promise<LiveDesk> {
  const { runner, clock, bus } = house
  const [moved, calm] = book.instruments
  let price = book.startPrice
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const show = (instrument: string, price: number) => {
    const at = clock.now()
    for (const quote of book.quotes(instrument, price, at)) runner.venueUpdate(quote)
    runner.tick(tickOf(instrument, price, at))
  }
  const showAll = () => {
    show(moved, price)
    show(calm, book.startPrice)
  }
  const submit = async (command: Command) => {
    const reply = await runner.submit(command)
    if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
  }
  bus.subscribe('event', (event) => {
    if (event.to !== 'member' || event.queue !== book.queue) return
    const one = waiting.get(event.memberId)
    if (one === undefined || (event.event !== 'ORDER_FILLED' && event.event !== 'ORDER_CANCEL')) return
    waiting.delete(event.memberId)
    const { status } = event.data as { status: string }
    if (status === 'FILLED') one.resolve()
    else one.reject(new Error(`an order of ${event.memberId} ended as ${JSON.stringify(event.data)}`))
  })
  for (const command of book.configure) await submit(command)
  for (const signal of book.signals(clock.now())) runner.signal(signal)
  showAll()
  const timer = setInterval(showAll, 50)
  const settled: Promise<void>[] = []
  const untilFilled = (memberId: number) =>
    new Promise<void>((resolve, reject) => waiting.set(memberId, { resolve, reject }))
  return {
    book,
    firstMember,
    async all(commands) {
      for (const command of commands) if (fillsAtOnce(command)) settled.push(untilFilled(command.memberId))
      await Promise.all(commands.map(submit))
    },
    async filled() {
      await Promise.all(settled.splice(0))
    },
    moveTo(to) {
      price = to
      show(moved, price)
    },
    signal: (of) => runner.signal(of(clock.now())),
    async trade(memberId, side) {
      const filled = untilFilled(memberId)
      await submit(book.order(memberId, side))
      await filled
    },
    stop: () => clearInterval(timer),
  }
}

const fillsAtOnce = (command: Command): command is Extract<Command, { kind: 'placeFutures' | 'placeOversea' }> =>
  (command.kind === 'placeFutures' || command.kind === 'placeOversea') && command.order.marketType === 'MARKET'

/** What a batch holds at most: orders, and row effects. */
interface Bounds {
  readonly orders: number
  readonly rows: number
}

/** The bounds of the runner's batches. */
export const usual: Bounds = { orders: limits.commands, rows: limits.rowEffects }
/** Whoever plays ends each batch. */
export const unbounded: Bounds = { orders: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY }

/** A core in memory with its own members and ids; it keeps the rows of its turns in batches, as the journal gets them. */
export class DryDesk implements Desk {
  readonly book: Playbook
  readonly firstMember: number
  readonly #core: Core
  readonly #batches: BatchRows[] = []
  readonly #most: Bounds
  #rows = collectRows()
  #commands = 0
  #at: number
  #price: number

  /** `accounts`: house accounts that the database has; they are changed and not added. `most`: what a batch holds; without bounds only `cut` ends one. */
  constructor(book: Playbook, at: number, firstMember: number, accounts: readonly HouseRow[], most: Bounds = usual) {
    this.book = book
    this.firstMember = firstMember
    this.#at = at
    this.#price = book.startPrice
    this.#most = most
    this.#core = createCore({
      ...nothingRestored,
      siteGroup: 'main',
      house: accounts,
      sites: [
        {
          ...shippedSite,
          siteId,
          maxDayExposure: 1n,
        },
      ],
      recentResults: [],
      uses: [],
      recentDeposits: [],
      houseToday: [],
      lastBatchAt: null,
      ...book.options,
    })
    // The fixing is the house's already; the database holds it once.
    for (const signal of book.signals(at)) this.#core.signal(signal, this.#ctx())
    this.#advance()
    this.#show()
  }

  async all(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      const effects = this.#core.execute(command, this.#ctx())
      if (effects.reply?.status !== 200) throw new Error(`refused: ${JSON.stringify(effects.reply?.body)}`)
      this.#keep(effects)
      this.#commands++
      if (this.#commands >= this.#most.orders) this.cut()
    }
  }

  async filled(): Promise<void> {
    this.#at += this.book.execDelayMs + 50
    this.#show()
    // What a member took from the order book comes back.
    this.#at += 2_000
  }

  moveTo(price: number): void {
    this.#price = price
    this.#show()
  }

  signal(of: (at: number) => FeedSignal): void {
    this.#keep(this.#core.signal(of(this.#at), this.#ctx()))
    this.#advance()
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

  #ctx = () => ({ at: this.#at, nextId: () => nextId++, wall: this.#at })

  #show(): void {
    const at = this.#at
    const [moved, calm] = this.book.instruments
    for (const [instrument, price] of [[moved, this.#price] as const, [calm, this.book.startPrice] as const]) {
      for (const quote of this.book.quotes(instrument, price, at))
        this.#keep(this.#core.venueUpdate(quote, this.#ctx()))
      this.#keep(this.#core.tick(tickOf(instrument, price, at), this.#ctx()))
    }
    this.#advance()
  }

  #advance(): void {
    do this.#keep(this.#core.advance(this.#ctx(), Math.min(128, this.#most.rows - this.#rows.effects)))
    while (this.#core.more(this.#ctx()))
  }

  #keep(effects: Effects): void {
    this.#rows.add(effects)
    if (this.#rows.effects >= this.#most.rows) this.cut()
  }
}

/** Ids of the bench's own, far from those of the house. */
let nextId = 8_000_000_000_000

/** The house accounts, as empty as a new core takes them. */
export async function accountsOf(house: House): Promise<HouseRow[]> {
  const rows = await house.run('select account, sub, currency from house_account where site_id = $1', [siteId])
  return rows.map(
    (row) => ({ siteId, account: row['account'], sub: row['sub'], currency: row['currency'], balance: 0n }) as HouseRow,
  )
}
