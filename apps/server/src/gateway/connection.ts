import type { PreparedMessage, StompSession, Subscription, WebSocketTransport } from '@maru/stomp'
import type { Access } from '../http/access-token.ts'
import type { GatewayConfig } from './config.ts'
import type { GatewayCounters } from './counters.ts'
import { TokenBucket } from './token-bucket.ts'

/** One subscription of one socket. */
export interface Listener {
  readonly connection: Connection
  readonly subscription: Subscription
  /** Sends the whole state anew, after changes had to be left out. */
  readonly resend: (() => void) | null
  /** Resolves once the snapshot was sent or refused; null where it was sent at once. */
  readonly begun: Promise<void> | null
  /** Takes the subscription out of where it is registered. */
  readonly leave: () => void
}

/** Who came in at CONNECT. Guests have a site only. */
export interface Identity {
  readonly siteId: number
  readonly access: Access | null
}

/** Where a socket comes from. */
export interface Peer {
  readonly address: string
  readonly userAgent: string | undefined
  /** Whether it came by the console's own host; null: there is none. */
  readonly isConsole: boolean | null
}

/** One socket: its member, its subscriptions, and its backlog. */
export class Connection {
  readonly transport: WebSocketTransport
  readonly peer: Peer
  readonly listeners = new Map<string, Listener>()
  readonly receives: TokenBucket
  readonly sends: TokenBucket
  readonly subscribes: TokenBucket
  /** Listeners that missed a price since the socket became slow. */
  readonly behind = new Set<Listener>()
  session!: StompSession
  identity: Identity | null = null
  /** Whether its client reads several frames in one message. */
  takesPricesTogether = false
  /** When something was last heard of the peer, WebSocket pongs included. */
  heardAt: number
  #pingedAt = 0
  readonly #config: GatewayConfig
  readonly #counters: GatewayCounters

  constructor(
    transport: WebSocketTransport,
    peer: Peer,
    config: GatewayConfig,
    counters: GatewayCounters,
    now: number,
  ) {
    this.transport = transport
    this.peer = peer
    this.#config = config
    this.#counters = counters
    this.receives = new TokenBucket(config.receivesPerSecond, now)
    this.sends = new TokenBucket(config.sendsPerSecond, now)
    this.subscribes = new TokenBucket(config.subscribesPerSecond, now)
    this.heardAt = now
  }

  /** Writes a price that is framed for the WebSocket; leaves it out while the socket is slow. False when left out. */
  writePrice(framed: Buffer, listener: Listener, now: number): boolean {
    if (this.transport.bufferedBytes > this.#config.slowBytes) {
      this.behind.add(listener)
      this.#counters.conflated += 1
      return false
    }
    this.transport.write(framed)
    this.session.wrote(now)
    return true
  }

  /** Sends a message that may not be left out; closes a socket that cannot take it. */
  deliver(subscription: Subscription, message: PreparedMessage): void {
    if (this.dropIfFull()) return
    this.#counters.messages += 1
    this.#counters.bytes += this.session.deliver(subscription, message)
  }

  /** Closes a socket whose peer does not take what waits for it. */
  dropIfFull(): boolean {
    if (!this.transport.open || this.transport.bufferedBytes <= this.#config.closeBytes) return false
    this.#counters.dropped += 1
    this.transport.terminate()
    return true
  }

  /** For peers without heart-beats: asks whether they are there, and gives up on those that do not answer. */
  watch(now: number): void {
    const { pingMs } = this.#config
    if (now - this.heardAt > pingMs * 2) this.transport.terminate()
    else if (now - Math.max(this.heardAt, this.#pingedAt) > pingMs) {
      this.#pingedAt = now
      this.transport.ping()
    }
  }

  /** True once a slow socket has taken all but a rest of what waited for it. */
  get caughtUp(): boolean {
    return this.transport.bufferedBytes <= this.#config.slowBytes / 4
  }
}
