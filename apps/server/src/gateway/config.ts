import type { ExposureSums } from '@maru/contract'
import type { Deps } from '../deps.ts'

/** What the gateway uses of the server. */
export interface GatewayDeps extends Pick<Deps, 'bus' | 'clocks' | 'core' | 'db' | 'log' | 'market' | 'reads'> {
  /** What a site stands for now. */
  readonly exposureOf: (siteId: number) => Promise<ExposureSums>
}

/** The bounds of the live channel. Everything that a peer could make grow has one. */
export interface GatewayConfig {
  readonly maxSockets: number
  readonly maxSocketsPerAddress: number
  readonly maxSubscriptions: number
  /** Prices leave at this beat, so also depth at most ten times a second. */
  readonly conflateMs: number
  /** The figures of a margin account that prices move are sent at most this often. */
  readonly marginAccountMs: number
  /** A socket with more bytes than this waiting gets no prices until it has caught up. */
  readonly slowBytes: number
  /** A socket with more bytes than this waiting is closed: its private messages may not be left out. */
  readonly closeBytes: number
  /** WebSocket messages of whatever kind. */
  readonly receivesPerSecond: number
  readonly sendsPerSecond: number
  readonly subscribesPerSecond: number
  readonly heartBeatMs: number
  /** How often it is looked at who may still hear of a site's desk. */
  readonly deskWatchMs: number
  /** What a site stands for is told to its staff at most this often, and only while somebody looks. */
  readonly exposureMs: number
  /** How often heart-beats are looked at. */
  readonly tickMs: number
  readonly connectTimeoutMs: number
  /** WebSocket pings for clients that promised no heart-beats. */
  readonly pingMs: number
}

export const defaultConfig: GatewayConfig = {
  maxSockets: 20_000,
  maxSocketsPerAddress: 200,
  maxSubscriptions: 64,
  conflateMs: 100,
  marginAccountMs: 500,
  slowBytes: 64 * 1024,
  closeBytes: 1024 * 1024,
  receivesPerSecond: 100,
  sendsPerSecond: 10,
  subscribesPerSecond: 32,
  heartBeatMs: 10_000,
  deskWatchMs: 3_000,
  exposureMs: 1_000,
  tickMs: 1_000,
  connectTimeoutMs: 10_000,
  pingMs: 30_000,
}
