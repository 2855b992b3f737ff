/**
 * A live channel on a real port, with real tokens and sites; its prices, rounds and events are what a test or a benchmark
 * makes happen.
 */
import type { AddressInfo } from 'node:net'
import {
  type AnswerOf,
  type FuturesCross,
  type OrderRow,
  type OverseaCross,
  type PositionRow,
  type QueryName,
  type RoundOption,
  type RoundRow,
  shippedRound,
  type WalletRow,
} from '@maru/core'
import { type Instrument, marketInstruments } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { openBus } from '../src/bus/index.ts'
import { makeClocks } from '../src/clocks.ts'
import { readConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { type GatewayConfig, registerGateway } from '../src/gateway/index.ts'
import { type Access, createHttp, mintAccessToken } from '../src/http/index.ts'
import type { ControlEvent, CoreClient, InstrumentState, Market, MarketChange, Reads } from '../src/ports.ts'
import { derivedKey } from '../src/secrets.ts'
import { demoFuturesOptions } from '../src/seed/index.ts'

export interface House {
  readonly port: number
  readonly deps: Deps
  readonly gateway: ReturnType<typeof registerGateway>
  readonly market: OpenMarket
  readonly core: OpenCore
  /** An access token; `minted` is when, epoch ms. */
  token(access?: Partial<Access>, minted?: number): Promise<string>
  control(event: ControlEvent): void
  /** Publishes a member's event with the next number of his queue. */
  publish(queue: 'trade' | 'point' | 'futures' | 'oversea', event: string, data: unknown, memberId?: number): number
  publishTopic(topic: string, event: string, data: unknown, siteId?: number): void
  metrics(): Promise<string>
  close(): Promise<void>
}

export const member = { siteId: 1, memberId: 7, sessionId: 70, username: 'demo1' }

export async function openHouse(setup: Partial<GatewayConfig> & { readonly dataDir: string }): Promise<House> {
  const { dataDir, ...gatewayConfig } = setup
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, dataDir)
  const log = pino({ level: 'silent' })
  const market = new OpenMarket((change) => deps.bus.publish('market', change))
  const core = new OpenCore()
  const deps: Deps = {
    config,
    log,
    db: siteDatabase([
      { id: '1', code: 'maru', domains: ['maru.example'] },
      { id: '15', code: 'en15', domains: ['en.example'] },
    ]),
    core: core.client,
    reads: core.reads,
    bus: openBus(config, (error) => {
      throw error
    }),
    market,
    clocks: makeClocks({ start: null, speed: 1, notBefore: null }),
    ids: { next: () => 1 },
    metrics: new Registry(),
    ready: new Map(),
    details: new Map(),
  }
  const app = await createHttp(deps)
  const gateway = registerGateway(
    app,
    { ...deps, exposureOf: () => Promise.reject(new Error('no exposure here')) },
    gatewayConfig,
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    port: (app.server.address() as AddressInfo).port,
    deps,
    gateway,
    market,
    core,
    token: (access = {}, minted = Date.now()) =>
      mintAccessToken(
        derivedKey(config.tokenSecret, 'access-token'),
        { ...member, sessionStart: minted, noMobile: false, ...access },
        minted,
      ),
    control: (event) => deps.bus.publish('control', event),
    publish(queue, event, data, memberId = member.memberId) {
      const seq = core.next(memberId, queue)
      const stamp = { epoch: core.epoch, batch: ++core.batch, seq, ts: deps.clocks.domain.now() }
      deps.bus.publish('event', { to: 'member', siteId: member.siteId, memberId, queue, event, data, ...stamp })
      return seq
    },
    publishTopic(topic, event, data, siteId = member.siteId) {
      const stamp = { epoch: core.epoch, batch: ++core.batch, seq: null, ts: deps.clocks.domain.now() }
      deps.bus.publish('event', { to: 'topic', siteId, topic, event, data, ...stamp })
    },
    metrics: () => deps.metrics.metrics(),
    close: () => app.close(),
  }
}

/** A market whose prices are set by hand. */
export class OpenMarket implements Market {
  readonly instruments: ReadonlyMap<string, Instrument> = new Map(
    (
      [
        ['BTCUSDT', 'crypto', 1],
        ['ETHUSDT', 'crypto', 1],
        ['EURUSD', 'fx', 12_500],
        ['XAUUSD', 'metal', 10],
      ] as const
    ).map(([symbol, kind, contractUnits]) => [
      symbol,
      { symbol, koName: symbol, kind, precision: 2, tickUnits: 1, contractUnits, staleAfterMs: 2_000 },
    ]),
  )
  readonly #states = new Map<string, InstrumentState>()
  readonly #announce: (change: MarketChange) => void

  constructor(announce: (change: MarketChange) => void) {
    this.#announce = announce
    for (const instrument of this.instruments.values()) {
      this.#states.set(instrument.symbol, {
        instrument,
        last: 10_000,
        mark: 10_001,
        bid: 9_999,
        ask: 10_002,
        fundingRate: instrument.kind === 'crypto' ? '0.0001' : null,
        nextFundingTime: instrument.kind === 'crypto' ? 1_800_000_000_000 : null,
        ts: 1,
        feed: 'live',
        quotes: 'live',
        since: 0,
        isRest: false,
        bids: [[9_999, '1.5']],
        asks: [[10_002, '2']],
        u: 1,
      })
    }
  }

  instrumentOf(stock: string): Instrument | null {
    const symbol = /^(?:CR|OV)_([A-Z]+?)(?:PERP)?$/.exec(stock)?.[1]
    return (symbol === undefined ? undefined : this.instruments.get(symbol)) ?? null
  }

  state(symbol: string): InstrumentState {
    return this.#states.get(symbol)!
  }

  statistics(symbol: string) {
    const lastPrice = this.format(symbol, this.state(symbol).last ?? 0)
    return { lastPrice, priceChangePercent: '1.25', high: lastPrice, low: lastPrice, volume: '10' }
  }

  format(_symbol: string, price: number): string {
    return (price / 100).toFixed(2)
  }

  set(symbol: string, change: Partial<InstrumentState>, what: MarketChange['what'] = 'price'): void {
    this.#states.set(symbol, { ...this.state(symbol), ...change })
    this.#announce({ instrument: symbol, what })
  }
}

/** What the gateway reads of a core: one option, its rounds, a member's wallets and futures, and where each queue stands. */
export class OpenCore {
  epoch = 3
  readonly #seqs = new Map<string, number>()
  readonly client: CoreClient
  readonly reads: Reads
  /** Each event is a batch of its own. */
  batch = 0
  /** The member's futures. */
  cross: FuturesCross | null = null
  orders: readonly OrderRow[] = []
  positions: readonly PositionRow[] = []
  /** The member's margin account of overseas futures, and the instruments that rest in the core. */
  overseaCross: OverseaCross | null = null
  resting: readonly string[] = []
  constructor() {
    const epochOf = () => this.epoch
    const versionOf = () => ({ epoch: this.epoch, batch: this.batch })
    this.client = {
      get epoch() {
        return epochOf()
      },
      ready: true,
      serves: () => true,
      submit: () => Promise.reject(new Error('this core takes no commands')),
      storedReply: () => Promise.resolve(null),
      seqOf: (siteId, memberId, queue) =>
        siteId === member.siteId ? (this.#seqs.get(`${memberId}:${queue}`) ?? 0) : 0,
    }
    this.reads = {
      get version() {
        return versionOf()
      },
      reach: () => Promise.resolve(),
      ask: async (query, args, { queue } = {}) => {
        const of = args as Partial<Named>
        const seq = queue === undefined ? null : this.client.seqOf(of.siteId ?? 0, of.memberId ?? 0, queue)
        return { value: this.#answer(query, of) as never, ...versionOf(), seq }
      },
    }
  }

  #answer(query: QueryName, of: Partial<Named>): unknown {
    const isMine = of.siteId === member.siteId && of.memberId === member.memberId
    switch (query) {
      case 'members.wallets':
        return isMine ? [wallet] : []
      case 'rounds.game':
        return of.siteId === option.siteId && of.optionId === option.id
          ? { option, betting: round, running: null, feed: 'live', my: null }
          : null
      case 'futures.open':
        return {
          orders: isMine ? this.orders : [],
          positions: isMine ? this.positions.map((row) => ({ row, liquidPrice: 500_000 })) : [],
          options: futuresOptions,
        } satisfies AnswerOf<'futures.open'>
      case 'futures.cross':
        return isMine ? this.cross : null
      case 'oversea.open':
        return { orders: [], positions: [], options: [] }
      case 'oversea.cross':
        return isMine ? this.overseaCross : null
      case 'oversea.rests':
        return this.resting
      default:
        throw new Error(`this core does not answer ${query}`)
    }
  }

  next(memberId: number, queue: string): number {
    const seq = (this.#seqs.get(`${memberId}:${queue}`) ?? 0) + 1
    this.#seqs.set(`${memberId}:${queue}`, seq)
    return seq
  }

  /** What a restart does: a higher epoch, and every queue from the start. */
  restart(): void {
    this.epoch += 1
    this.batch = 0
    this.#seqs.clear()
  }
}

const futuresOptions = demoFuturesOptions(member.siteId, marketInstruments)

/** What arguments of queries name. */
interface Named {
  readonly siteId: number
  readonly optionId: number
  readonly memberId: number
}

const wallet: WalletRow = { ...member, type: 'BINARY', currency: 'KRW', posted: 9_000_000n, reserved: 50_000n }

export const option: RoundOption = {
  siteId: 1,
  id: 12,
  stock: 'CR_BTCUSDT',
  instrument: 'BTCUSDT',
  koName: '비트코인',
  precision: 2,
  ...shippedRound('R.5'),
}

const round: RoundRow = {
  siteId: 1,
  id: 99,
  optionId: option.id,
  roundNo: 5,
  openAt: 0,
  lockAt: 9_000_000_000_000,
  startAt: 9_000_000_003_000,
  endAt: 9_000_000_033_000,
  phase: 'OPEN',
  payoutRateBp: 19_000,
  strikeDelayMs: 300,
  strikeWaitMs: 2_000,
  ruleVersion: '1',
  status: 0,
  voidReason: null,
  voidNote: null,
  strikeTick: null,
  closeTick: null,
  buyPoint: 0n,
  sellPoint: 0n,
  betCount: 0,
  betRoot: null,
  feedStates: [],
  decidedAt: null,
  settledAt: null,
}

/** The directory of sites reads its table; nothing else here needs a database. */
function siteDatabase(sites: readonly { id: string; code: string; domains: string[] }[]): Deps['db'] {
  const rows = sites.map((site) => ({
    ...site,
    name: site.code,
    language: 'ko',
    guest_language: 'ko',
    money_mode: 'DEMO',
    flags: '100101',
    binary_currency: 'KRW',
    used_coins: '',
    deposit_coins: '',
    buy_coins: '',
    coin_info: {},
    stock_prefix: 'CR',
    oversea_prefix: 'OV',
    live_chat: false,
    logo_url: null,
    accent: null,
  }))
  const tx = {
    query: <T extends object>(text: string) =>
      Promise.resolve((/from site\b/.test(text) ? rows : []) as unknown as T[]),
  }
  return {
    tenant: (_siteId, work) => work(tx),
    alone: () => tx,
    system: (work) => work(tx),
    close: () => Promise.resolve(),
  }
}
