import type { Core, CoreSnapshot, FeedSignal, Tick, VenueUpdate } from '@maru/core'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { IdAllocator } from '../database/index.ts'
import type { Bus, Clocks, CoreClient, Database, Reads } from '../ports.ts'

export interface RunnerSetup {
  readonly db: Database
  /** Connection of the journal, as maru_core. */
  readonly connection: pg.ClientConfig
  /** Whose sites the core serves. */
  readonly siteGroup: string
  readonly createCore: (snapshot: CoreSnapshot) => Core
  readonly clocks: Clocks
  readonly ids: IdAllocator
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Registry
  /** Looks, before rows are read, whether the database begins anew from a backup; then ids taken ahead are dropped. */
  readonly noticeRestore?: () => Promise<boolean>
  /** Names this process among all that may run the core of this database. */
  readonly holder: string
  /** No other process can have this database: what the one before left is taken over at once. */
  readonly isAlone?: boolean
  /** The holder took the lease before, as a standby. */
  readonly hasLease?: boolean
  /** Called when the core cannot be restored: the process cannot go on. */
  readonly onFatal: (error: Error) => void
  /** Commands that may wait (default 10,000). */
  readonly queueBound?: number
  /** Ticks, venue updates and signals that may wait (default 100,000). */
  readonly feedBound?: number
}

export interface Runner extends CoreClient {
  /** One tick, venue update or signal of the market; call in their order. */
  tick(tick: Tick): void
  venueUpdate(update: VenueUpdate): void
  signal(signal: FeedSignal): void
  readonly reads: Reads
  stateHash(): string
  /** Why the core cannot be used, or null. */
  problem(): string | null
  /** What the core could not take, and is told no more; null: all that it was told. */
  setAside(): string | null
  /** Tells other processes where this one answers. */
  tellAddress(url: string): Promise<void>
  /** Finishes what was executed, turns away the rest, and ends. */
  stop(): Promise<void>
}
