import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Bus, Clocks, CoreClient, Database, Market, Reads } from './ports.ts'

/** Ids unique in the installation (positive safe integers), taken from the database in blocks. */
export interface Ids {
  /** The next id; never the same twice, also after a restart. */
  next(): number
}

/** What a part of the server reports to `/readyz`: null when it is usable, else the reason. */
export type ReadyCheck = () => string | null | Promise<string | null>

/** What every room of the server is given. Made once, in main.ts. */
export interface Deps {
  readonly config: Config
  readonly log: Logger
  readonly db: Database
  readonly core: CoreClient
  readonly reads: Reads
  readonly bus: Bus
  readonly market: Market
  readonly clocks: Clocks
  readonly ids: Ids
  readonly metrics: Registry
  /** By name: database, bus, core, feed, and what a room adds before the server listens. */
  readonly ready: Map<string, ReadyCheck>
  /** What `/readyz` tells beside, by name: it stops nobody from being served. */
  readonly details: Map<string, ReadyCheck>
}
