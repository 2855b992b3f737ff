import type { FeedSignal, Tick } from '@maru/core'
import type { Feed } from '@maru/market'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Bus, Clocks, CoreClient, Database, Market } from './ports.ts'

/** Ids unique in the installation (positive safe integers), taken from the database in blocks. */
export interface Ids {
  /** The next id; never the same twice, also after a restart. */
  next(): number
}

/** Where the market hands ticks and feed signals to the core, one at a time, in their order. */
export interface CoreInput {
  tick(tick: Tick): void
  signal(signal: FeedSignal): void
}

/** What `startMarket` of the market room is given: it runs before the HTTP server is made. */
export interface MarketDeps extends Pick<Deps, 'config' | 'log' | 'db' | 'bus' | 'clocks' | 'metrics'> {
  readonly core: CoreInput
  /** Instead of the configured feed: tests bring their own. */
  readonly feed?: Feed
}

/** The running market: the main program asks it for its state and ends it. */
export interface RunningMarket {
  readonly market: Market
  /** Why prices cannot be used (no instrument is live), or null. */
  problem(): string | null
  /** Stops the feed and writes what is not written yet. */
  stop(): Promise<void>
}

/** What a part of the server says to `/readyz`: null when it is usable, otherwise what is wrong. */
export type ReadyCheck = () => string | null | Promise<string | null>

/** What every room of the server is given. Made once, in main.ts. */
export interface Deps {
  readonly config: Config
  readonly log: Logger
  readonly db: Database
  readonly core: CoreClient
  readonly bus: Bus
  readonly market: Market
  readonly clocks: Clocks
  readonly ids: Ids
  readonly metrics: Registry
  /** By name: database, bus, core, feed, and what a room adds before the server listens. */
  readonly ready: Map<string, ReadyCheck>
}

/** How a feature folder joins the server: its `index.ts` exports one of these, called before the server listens. */
export type Register = (app: FastifyInstance, deps: Deps) => void | Promise<void>
