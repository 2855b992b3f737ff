/** What the rooms of the server use of each other. Each port has one implementation, made in main.ts and passed down. */
import type { ConsoleArea, destinations, SiteInfo } from '@maru/contract'
import type { AnswerOf, ArgsOf, Command, CoreEvent, QueryName, Reply, StoredReplyRow } from '@maru/core'
import type { DomainClock, FeedState, Instrument } from '@maru/market'
import type { z } from 'zod'

// ---- database ----

export interface Tx {
  /** Runs one parameterised statement; int8 and numeric come back as strings. */
  query<T extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
}

/** `short`: a statement has seconds, for somebody waits for it; `long`: minutes, for restores and jobs. */
export type Patience = 'short' | 'long'

/** Both kinds of transactions throw DatabaseUnavailable (TRY_AGAIN_LATER) while the database is away or too slow. */
export interface Database {
  /** One transaction as role maru_api with the tenant set: row-level security shows this site's rows only. */
  tenant<T>(siteId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same for single statements, each a transaction of its own: its begin and its commit travel with it, so that it is one way there and back. */
  alone(siteId: number): Tx
  /** One transaction as role maru_core, which bypasses row-level security: journal, jobs, market data, start-up. */
  system<T>(work: (tx: Tx) => Promise<T>, patience?: Patience): Promise<T>
  close(): Promise<void>
}

// ---- core ----

/** A committed state: the batches of an epoch count from 1, and 0 is what the epoch began with. */
export interface Version {
  readonly epoch: number
  readonly batch: number
}

/** A reply, with the batch that made it durable or a later one. */
export type Told = Reply & Version

export interface CoreClient {
  /**
   * Runs one command; resolves after its batch is durable. A repeated key gives the stored reply.
   * Rejects with Unavailable (TRY_AGAIN_LATER) when the core is not running or its queue is full.
   */
  submit(command: Command): Promise<Told>
  /** The stored reply of a key within 24 h: memory first, then the database. */
  storedReply(siteId: number, memberId: number, key: string): Promise<StoredReplyRow | null>
  /** Whether the site is of the group whose core this is; commands for another are turned away. */
  serves(siteId: number): boolean
  readonly epoch: number
  readonly ready: boolean
  /** Sequence number of the newest event on a member's queue in this epoch; 0 before the first. */
  seqOf(siteId: number, memberId: number, queue: string): number
}

// ---- reads of the core's memory ----

/** What was asked for, and the committed state that it is of. */
export interface Answer<T> extends Version {
  readonly value: T
  /** The newest event of the named queue that the answer includes; null where no queue was named. */
  readonly seq: number | null
}

export interface Wish<Q extends QueryName> {
  /** A state that the answer must include. */
  readonly atLeast?: Version
  /** The queue of the member in the arguments whose events go on from the answer. */
  readonly queue?: ArgsOf<Q> extends { readonly memberId: number } ? string : never
}

/**
 * The one way to what the core holds in memory: pure queries over plain data, which another process could answer. Answers are of committed
 * state only. Rejects with Unavailable (TRY_AGAIN_LATER) when the core stops meanwhile, or is not running within a second.
 */
export interface Reads {
  /** The newest committed state. */
  readonly version: Version
  ask<Q extends QueryName>(query: Q, args: ArgsOf<Q>, wish?: Wish<Q>): Promise<Answer<AnswerOf<Q>>>
  /** Resolves once `version` is committed here; rejects with Unavailable when it is not within a second, or cannot be. */
  reach(version: Version): Promise<void>
}

// ---- bus: events after commit, market changes, control ----

export type PublishedEvent = CoreEvent & {
  readonly epoch: number
  /** The batch that it was committed with. */
  readonly batch: number
  /** Counts from 1 per (member, queue) within the epoch; null for topics and for messages to a whole site. */
  readonly seq: number | null
  readonly ts: number
}

export type ControlEvent =
  /** End the sockets of a login session (or of all of a member's sessions when sessionId is null). */
  | {
      readonly kind: 'endSession'
      readonly siteId: number
      readonly memberId: number
      readonly sessionId: number | null
      readonly reason: string
    }
  /** End a member's sockets from mobile devices: he may not use them any more. */
  | { readonly kind: 'blockMobile'; readonly siteId: number; readonly memberId: number }
  /** A message for one member's /user/queue/message. */
  | {
      readonly kind: 'message'
      readonly siteId: number
      readonly memberId: number
      readonly data: { readonly id: number; readonly title: string; readonly content: string }
    }
  /** A member read or deleted messages: how many are left unread, for his other pages. */
  | { readonly kind: 'unread'; readonly siteId: number; readonly memberId: number; readonly count: number }
  /** What happened in a live chat, for the /user/queue/chat of its member or of whoever of the staff is in it. */
  | ({ readonly kind: 'chat'; readonly siteId: number; readonly memberId: number } & ChatEvent)
  /** A forced notice of a site. */
  | {
      readonly kind: 'notice'
      readonly siteId: number
      readonly data: { readonly id: number; readonly title: string; readonly content: string }
    }
  /** A forced notice that was taken back: it leaves the screens. */
  | { readonly kind: 'noticeGone'; readonly siteId: number; readonly data: { readonly id: number } }
  /** Something that staff of a site look at changed; what, their calls say. */
  | { readonly kind: 'desk'; readonly siteId: number; readonly area: ConsoleArea }
  /** A site as its pages show it from now on. */
  | { readonly kind: 'site'; readonly siteId: number; readonly data: SiteInfo }

type ChatEvents = (typeof destinations)['/user/queue/chat']
/** An event of /user/queue/chat with its data. */
export type ChatEvent = {
  [E in Exclude<keyof ChatEvents, 'SNAPSHOT'>]: { readonly event: E; readonly data: z.output<ChatEvents[E]> }
}[Exclude<keyof ChatEvents, 'SNAPSHOT'>]

export interface BusChannels {
  event: PublishedEvent
  control: ControlEvent
  market: MarketChange
  /** Calls that leave the house were committed; which, their rows say. */
  outgoing: null
}

export interface Bus {
  publish<C extends keyof BusChannels>(channel: C, message: BusChannels[C]): void
  subscribe<C extends keyof BusChannels>(channel: C, listener: (message: BusChannels[C]) => void): () => void
}

// ---- market ----

/** The newest of everything about one instrument. Prices in price units; format with `Market.format`. */
export interface InstrumentState {
  readonly instrument: Instrument
  readonly last: number | null
  readonly mark: number | null
  readonly bid: number | null
  readonly ask: number | null
  readonly fundingRate: string | null
  readonly nextFundingTime: number | null
  readonly ts: number
  readonly feed: FeedState
  /** Of a perpetual: whether order book and mark are both fresh. */
  readonly quotes: FeedState
  readonly since: number
  readonly isRest: boolean
  readonly bids: readonly (readonly [price: number, qty: string])[]
  readonly asks: readonly (readonly [price: number, qty: string])[]
  readonly u: number
}

/** An instrument changed in price, order book, feed or session; read the newest with `Market.state`. */
export interface MarketChange {
  readonly instrument: string
  readonly what: 'price' | 'depth' | 'feed' | 'session'
}

export interface Statistics {
  readonly lastPrice: string
  readonly priceChangePercent: string
  readonly high: string
  readonly low: string
  readonly volume: string
}

export interface Market {
  readonly instruments: ReadonlyMap<string, Instrument>
  /** The instrument behind a stock name (`CR_BTCUSDT`, `CR_BTCUSDTPERP`, `OV_EURUSD`), or null. */
  instrumentOf(stock: string): Instrument | null
  state(symbol: string): InstrumentState
  statistics(symbol: string): Statistics | null
  /** A price of the instrument, in price units, as a decimal string at its precision. */
  format(symbol: string, price: number): string
}

// ---- clocks ----

export interface Clocks {
  readonly domain: DomainClock
  /** Tokens, limits, timeouts, logs. */
  wall(): number
}
