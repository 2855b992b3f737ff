import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@maru/contract'
import { isMobile } from '@maru/contract/device'
import {
  attachSession,
  defaultLimits,
  type Frame,
  type Problem,
  StompSession,
  type Subscription,
  WebSocketTransport,
} from '@maru/stomp'
import type { WebSocket } from 'ws'
import type { ControlEvent } from '../ports.ts'
import { admit, type Door } from './admission.ts'
import { Channels } from './channels.ts'
import { defaultConfig, type GatewayConfig, type GatewayDeps } from './config.ts'
import { Connection, type Peer } from './connection.ts'
import { Connections } from './connections.ts'
import { GatewayCounters } from './counters.ts'
import { problem, protocolProblem } from './problem.ts'

/** The application's close code for an ended login session: the client must not reconnect with it. */
const SESSION_ENDED = 4001

/** The live channel: who is connected, until when, and what they may say. Knows no business rule. */
export class Gateway {
  readonly counters = new GatewayCounters()
  readonly config: GatewayConfig
  readonly #deps: GatewayDeps
  readonly #door: Door
  readonly #connections = new Connections()
  readonly #channels: Channels
  readonly #stops: (() => void)[] = []
  #whenEmpty: () => void = () => undefined

  constructor(deps: GatewayDeps, door: Door, config: Partial<GatewayConfig> = {}) {
    this.config = { ...defaultConfig, ...config }
    this.#deps = deps
    this.#door = door
    this.#channels = new Channels(deps, this.config, this.counters, this.#connections)
  }

  get sockets(): number {
    return this.#connections.size
  }

  get subscriptions(): number {
    let count = 0
    for (const connection of this.#connections) count += connection.listeners.size
    return count
  }

  /** The members who are connected now, each once. */
  members(): ReturnType<Connections['members']> {
    return this.#connections.members()
  }

  /** Listens to the bus and starts the two beats. */
  start(): void {
    const { bus } = this.#deps
    this.#channels.beat()
    const prices = setInterval(() => this.#channels.beat(), this.config.conflateMs)
    const desks = setInterval(() => this.#watchDesks(), this.config.deskWatchMs)
    const exposures = setInterval(() => void this.#channels.exposure.beat(), this.config.exposureMs)
    const heartBeats = setInterval(() => this.#tick(), this.config.tickMs)
    this.#stops.push(
      bus.subscribe('market', (change) => this.#channels.change(change)),
      bus.subscribe('event', (event) => this.#channels.publish(event)),
      bus.subscribe('control', (event) => this.#control(event)),
      () => clearInterval(prices),
      () => clearInterval(desks),
      () => clearInterval(exposures),
      () => clearInterval(heartBeats),
    )
  }

  /** Closes every socket, and ends at once those that have not answered in time. Clients reconnect to whoever serves next. */
  async stop(graceMs: number): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
    for (const connection of this.#connections) connection.session.close(1001, 'server stops')
    if (this.#connections.size === 0) return
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve
      setTimeout(resolve, graceMs).unref()
    })
    for (const connection of this.#connections) connection.transport.terminate()
  }

  /** Why no more sockets are taken from an address; null when there is room. */
  refusal(address: string): ErrorCode | null {
    if (this.#connections.size >= this.config.maxSockets) return 'TRY_AGAIN_LATER'
    return this.#connections.countOf(address) >= this.config.maxSocketsPerAddress ? 'RATE_LIMITED' : null
  }

  /** Takes over an open WebSocket. */
  accept(ws: WebSocket, socket: Duplex, peer: Peer): void {
    const now = performance.now()
    const connection = new Connection(new WebSocketTransport(ws, socket), peer, this.config, this.counters, now)
    const { heartBeatMs, maxSubscriptions, connectTimeoutMs, tickMs } = this.config
    connection.session = new StompSession(
      connection.transport,
      {
        connect: (headers) => this.#connect(connection, headers),
        subscribe: (subscription) => this.#guard(() => this.#subscribe(connection, subscription)),
        unsubscribe: ({ id }) => this.#unsubscribe(connection, id),
        send: (destination, frame) => this.#guard(() => this.#send(connection, destination, frame)),
        describe: protocolProblem,
      },
      {
        limits: defaultLimits,
        heartBeat: { sendMs: heartBeatMs, receiveMs: heartBeatMs },
        maxSubscriptions,
        connectTimeoutMs,
        tickMs,
      },
    )
    this.#connections.add(connection)
    ws.on('message', () => {
      this.counters.received += 1
      this.#hear(connection, performance.now())
    })
    ws.on('pong', () => {
      connection.heardAt = performance.now()
    })
    ws.on('close', () => this.#forget(connection))
    attachSession(ws, connection.session)
  }

  /** A peer that talks too much, or asks for answers that it does not read, is not listened to. */
  #hear(connection: Connection, now: number): void {
    connection.heardAt = now
    if (!connection.receives.take(now)) connection.session.fail(problem('RATE_LIMITED'))
    else connection.dropIfFull()
  }

  async #connect(connection: Connection, headers: ReadonlyMap<string, string>): Promise<Problem | null> {
    try {
      const admission = await admit(this.#door, headers, connection.peer)
      if (!admission.ok) {
        this.counters.refused += 1
        this.#deps.log.info({ code: admission.code, address: connection.peer.address }, 'CONNECT refused')
        return problem(admission.code)
      }
      // No turn passes between the look at the revoked sessions and this entry: an ending session finds the socket.
      this.#connections.identify(connection, admission.identity)
      connection.takesPricesTogether = headers.get('prices') === 'together'
      return null
    } catch (error) {
      this.#deps.log.error({ err: error }, 'CONNECT failed')
      return problem('INTERNAL_ERROR')
    }
  }

  /** What nobody foresaw ends one session, not the server with all of them. */
  #guard<T>(act: () => Problem | null | T): Problem | null | T {
    try {
      return act()
    } catch (error) {
      this.#deps.log.error({ err: error }, 'a frame could not be handled')
      return problem('INTERNAL_ERROR')
    }
  }

  #forget(connection: Connection): void {
    if (!this.#connections.delete(connection)) return
    for (const listener of connection.listeners.values()) listener.leave()
    connection.listeners.clear()
    if (this.#connections.size === 0) this.#whenEmpty()
  }

  #subscribe(connection: Connection, subscription: Subscription): Problem | null | Promise<null> {
    if (!connection.subscribes.take(performance.now())) return problem('RATE_LIMITED')
    return this.#channels.open(connection, subscription)
  }

  #unsubscribe(connection: Connection, id: string): void {
    connection.listeners.get(id)?.leave()
    connection.listeners.delete(id)
  }

  /** The only thing that a client may say is /app/ping, with nothing in it. */
  #send(connection: Connection, destination: string, frame: Frame): Problem | null {
    if (!connection.sends.take(performance.now())) return problem('RATE_LIMITED')
    if (destination !== '/app/ping' || frame.body.length > 0) return problem('INVALID_REQUEST', { destination })
    const { siteId, access } = connection.identity!
    if (access !== null) this.#channels.pong(connection, siteId, access.memberId)
    return null
  }

  #control(event: ControlEvent): void {
    switch (event.kind) {
      case 'message':
      case 'unread':
      case 'chat':
      case 'notice':
      case 'noticeGone':
      case 'site':
        this.#channels.announce(event)
        return
      case 'desk':
        this.#channels.desk.change(event.siteId, event.area)
        return
      case 'endSession':
        this.#endSockets(event, event.reason, ({ identity }) =>
          event.sessionId === null ? true : identity?.access?.sessionId === event.sessionId,
        )
        return
      case 'blockMobile':
        this.#endSockets(event, 'DEVICE_BLOCKED', ({ peer }) => isMobile(peer.userAgent))
        return
    }
  }

  /** Tells sockets of a member why they end, and closes them: what was told leaves first. */
  #endSockets(
    { siteId, memberId }: { readonly siteId: number; readonly memberId: number },
    reason: string,
    concerns: (connection: Connection) => boolean,
  ): void {
    const ending = [...this.#connections.ofMember(siteId, memberId)].filter(concerns)
    this.#channels.forceLogout(siteId, memberId, ending, reason)
    for (const { session } of ending) session.close(SESSION_ENDED, 'session ended')
  }

  #watchDesks(): void {
    this.#channels.deskWatch
      .look(this.#deps.clocks.wall())
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'desks could not be looked at'))
  }

  #tick(): void {
    const now = performance.now()
    for (const connection of this.#connections) {
      connection.session.tick()
      if (!connection.session.beats) connection.watch(now)
    }
  }
}
