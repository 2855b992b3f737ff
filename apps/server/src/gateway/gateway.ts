import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@maru/contract'
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
import type { Deps } from '../deps.ts'
import { isMobile } from '../http/user-agent.ts'
import type { ControlEvent, PublishedEvent } from '../ports.ts'
import { Unavailable } from '../runner/index.ts'
import { admit, type Door } from './admission.ts'
import { defaultConfig, type GatewayConfig } from './config.ts'
import { Connection, type Identity, type Listener } from './connection.ts'
import { Connections } from './connections.ts'
import { GatewayCounters } from './counters.ts'
import { isMarginAccountQueue, type MarginAccountQueue, parseDestination, type Queue } from './destination.ts'
import { EventBoard, type ReadSnapshot, type Stamp } from './event-board.ts'
import { MarginAccountBoard } from './margin-account-board.ts'
import { Messages } from './messages.ts'
import { PriceBoard } from './price-board.ts'
import { problem, protocolProblem } from './problem.ts'
import { emptySnapshot, marginAccountSnapshot, queueSnapshot, tradeSnapshot } from './snapshots.ts'
import { whenAvailable } from './when-available.ts'

export type GatewayDeps = Pick<Deps, 'bus' | 'clocks' | 'core' | 'log' | 'market' | 'reads'>

/** The application's close code for an ended login session: the client must not reconnect with it. */
const SESSION_ENDED = 4001

/** The live channel: who is connected, what they listen to, and what goes out to them. Knows no business rule. */
export class Gateway {
  readonly counters = new GatewayCounters()
  readonly config: GatewayConfig
  readonly #deps: GatewayDeps
  readonly #door: Door
  readonly #messages: Messages
  readonly #prices: PriceBoard
  readonly #events: EventBoard
  /** The margin accounts whose figures move with the prices, by their queue. */
  readonly #marginAccounts: Readonly<Record<MarginAccountQueue, MarginAccountBoard>>
  readonly #connections = new Connections()
  /** How many messages the gateway itself put into a queue; those of trading are counted by the core's runner. */
  readonly #told = new Map<string, number>()
  readonly #stops: (() => void)[] = []
  /** Contracts that no site trades now. */
  #resting: ReadonlySet<string> = new Set()
  #isLooking = false
  #whenEmpty: () => void = () => undefined

  constructor(deps: GatewayDeps, door: Door, config: Partial<GatewayConfig> = {}) {
    this.config = { ...defaultConfig, ...config }
    this.#deps = deps
    this.#door = door
    this.#messages = new Messages(
      () => deps.core.epoch,
      () => deps.clocks.domain.now(),
    )
    this.#prices = new PriceBoard(deps.market, this.#messages, this.counters, (symbol) => this.#resting.has(symbol))
    this.#events = new EventBoard(this.#messages)
    this.#marginAccounts = {
      cross: this.#marginAccountBoard('cross'),
      oversea_cross: this.#marginAccountBoard('oversea_cross'),
    }
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
    void this.#lookForRests()
    const prices = setInterval(() => this.#beat(), this.config.conflateMs)
    const heartBeats = setInterval(() => this.#tick(), this.config.tickMs)
    this.#stops.push(
      bus.subscribe('market', (change) => this.#prices.change(change)),
      bus.subscribe('event', (event) => this.#publish(event)),
      bus.subscribe('control', (event) => this.#control(event)),
      () => clearInterval(prices),
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
  accept(
    ws: WebSocket,
    socket: Duplex,
    peer: { readonly address: string; readonly userAgent: string | undefined },
  ): void {
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
      const admission = await admit(this.#door, headers, connection.userAgent)
      if (!admission.ok) {
        this.counters.refused += 1
        this.#deps.log.info({ code: admission.code, address: connection.address }, 'CONNECT refused')
        return problem(admission.code)
      }
      // No turn passes between the look at the revoked sessions and this entry: an ending session finds the socket.
      this.#connections.identify(connection, admission.identity)
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

  #marginAccountBoard(queue: MarginAccountQueue): MarginAccountBoard {
    const { reads, log } = this.#deps
    return new MarginAccountBoard(
      {
        read: (siteId, memberId) => marginAccountSnapshot(reads, siteId, memberId, queue),
        // Prices move the figures within a batch, so that no batch says whether a snapshot includes them.
        tell: (siteId, memberId, { data, includes: { epoch } }) =>
          this.#events.publish(queueKey(siteId, memberId, queue), 'CROSS', data, { epoch, seq: null }),
        failed: (error) => {
          // What cannot be read while the core restarts is told by a later beat.
          if (!(error instanceof Unavailable)) log.error({ err: error }, 'a margin account could not be published')
        },
      },
      this.config.marginAccountMs,
      () => performance.now(),
    )
  }

  #beat(): void {
    try {
      this.#prices.beat(performance.now())
      for (const board of Object.values(this.#marginAccounts)) board.beat()
    } catch (error) {
      this.#deps.log.error({ err: error }, 'prices could not be sent')
    }
    if (!this.#isLooking) void this.#lookForRests()
  }

  /** Prices do not wait for it: while the core restarts they go on with the rests that were known. */
  async #lookForRests(): Promise<void> {
    this.#isLooking = true
    try {
      const resting = new Set((await this.#deps.reads.ask('oversea.rests', {})).value)
      const before = this.#resting
      this.#resting = resting
      for (const instrument of new Set([...before, ...resting]))
        if (before.has(instrument) !== resting.has(instrument)) this.#prices.change({ instrument, what: 'session' })
    } catch (error) {
      if (!(error instanceof Unavailable)) this.#deps.log.error({ err: error }, 'rests could not be read')
    } finally {
      this.#isLooking = false
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
    const listener = this.#listen(connection, connection.identity!, subscription)
    if (typeof listener === 'string') return this.#refuse(listener, connection, subscription)
    connection.listeners.set(subscription.id, listener)
    return listener.begun?.then(() => null) ?? null
  }

  #listen(connection: Connection, { siteId, access }: Identity, subscription: Subscription): Listener | ErrorCode {
    const { core, clocks, reads } = this.#deps
    const destination = parseDestination(subscription.destination)
    switch (destination?.kind) {
      case 'queue': {
        if (access === null) return 'SUBSCRIBE_UNAVAILABLE'
        const { queue } = destination
        const key = queueKey(siteId, access.memberId, queue)
        const { memberId } = access
        const read = () => queueSnapshot(this.#deps, siteId, memberId, queue, this.#told.get(key) ?? 0)
        if (!isMarginAccountQueue(queue)) return this.#follow(key, connection, subscription, read)
        const board = this.#marginAccounts[queue]
        const end = board.join(siteId, memberId)
        const listener = this.#follow(key, connection, subscription, async () => {
          const figures = await read()
          board.begin(siteId, memberId, figures)
          return figures
        })
        return withEnd(listener, end)
      }
      case 'trade': {
        const { optionId } = destination
        const read = () => tradeSnapshot(reads, clocks, siteId, optionId)
        return this.#follow(topicKey(siteId, subscription.destination), connection, subscription, read)
      }
      case 'notice': {
        if (destination.siteId !== siteId) return 'SUBSCRIBE_UNAVAILABLE'
        const read = () => emptySnapshot(core)
        return this.#follow(topicKey(siteId, subscription.destination), connection, subscription, read)
      }
      case 'tick':
      case 'depth':
        return (
          this.#prices.subscribe(connection, subscription, destination.kind, destination.stock) ??
          'SUBSCRIBE_UNAVAILABLE'
        )
      case 'futures_info':
      case 'oversea':
        return this.#prices.subscribe(connection, subscription, destination.kind, null) ?? 'SUBSCRIBE_UNAVAILABLE'
      case undefined:
        return 'SUBSCRIBE_UNAVAILABLE'
    }
  }

  /** Registers for a channel. A snapshot that cannot be had now is waited for; one that is refused ends the session. */
  #follow(key: string, connection: Connection, subscription: Subscription, read: ReadSnapshot): Listener {
    const available = whenAvailable(read, () => connection.transport.open)
    return this.#events.subscribe(key, connection, subscription, available, (error) => {
      if (!connection.transport.open) return
      if (error === null) connection.session.fail(this.#refuse('SUBSCRIBE_UNAVAILABLE', connection, subscription))
      else {
        this.#deps.log.error({ err: error }, 'a snapshot could not be read')
        connection.session.fail(problem('INTERNAL_ERROR'))
      }
    })
  }

  #refuse(code: ErrorCode, { identity }: Connection, { destination }: Subscription): Problem {
    this.#deps.log.info({ code, site: identity?.siteId, member: identity?.access?.memberId }, 'SUBSCRIBE refused')
    return problem(code, { destination })
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
    if (access === null) return null
    const ts = this.#deps.clocks.domain.now()
    const stamp = { epoch: this.#deps.core.epoch, seq: null, ts }
    this.#events.publishTo(connection, queueKey(siteId, access.memberId, 'pong'), 'PONG', { ts }, stamp)
    return null
  }

  #publish(event: PublishedEvent): void {
    this.#events.publishAll(this.#keysOf(event), event.event, event.data, event)
    if (event.to !== 'member') return
    const { siteId, memberId, queue } = event
    if (queue === 'futures' || queue === 'point') this.#marginAccounts.cross.touch(siteId, memberId)
    if (queue === 'oversea' || queue === 'point') this.#marginAccounts.oversea_cross.touch(siteId, memberId)
  }

  #keysOf(event: PublishedEvent): Iterable<string> {
    switch (event.to) {
      case 'member':
        return [queueKey(event.siteId, event.memberId, event.queue)]
      case 'site':
        return this.#connections
          .membersOf(event.siteId)
          .map((memberId) => queueKey(event.siteId, memberId, event.queue))
      case 'topic':
        return [topicKey(event.siteId, event.topic)]
    }
  }

  #control(event: ControlEvent): void {
    switch (event.kind) {
      case 'message': {
        const key = queueKey(event.siteId, event.memberId, 'message')
        this.#events.publish(key, 'MESSAGE', event.data, this.#tell(key))
        return
      }
      case 'notice': {
        const key = topicKey(event.siteId, `/topic/notice/${event.siteId}`)
        this.#events.publish(key, 'NOTICE', event.data, { epoch: this.#deps.core.epoch, seq: null })
        return
      }
      case 'endSession':
        this.#endSockets(event, event.reason, ({ identity }) =>
          event.sessionId === null ? true : identity?.access?.sessionId === event.sessionId,
        )
        return
      case 'blockMobile':
        this.#endSockets(event, 'DEVICE_BLOCKED', ({ userAgent }) => isMobile(userAgent))
        return
    }
  }

  /** Tells sockets of a member why they end, and closes them: what was told leaves first. */
  #endSockets(
    { siteId, memberId }: { readonly siteId: number; readonly memberId: number },
    reason: string,
    concerns: (connection: Connection) => boolean,
  ): void {
    const key = queueKey(siteId, memberId, 'force_logout')
    const stamp = this.#tell(key)
    for (const connection of this.#connections.ofMember(siteId, memberId)) {
      if (!concerns(connection)) continue
      this.#events.publishTo(connection, key, 'FORCE_LOGOUT', { reason }, stamp)
      connection.session.close(SESSION_ENDED, 'session ended')
    }
  }

  /** The next number of a queue that the gateway fills itself. */
  #tell(key: string): Stamp {
    const seq = (this.#told.get(key) ?? 0) + 1
    this.#told.set(key, seq)
    return { epoch: this.#deps.core.epoch, seq }
  }

  #tick(): void {
    const now = performance.now()
    for (const connection of this.#connections) {
      connection.session.tick()
      if (!connection.session.beats) connection.watch(now)
    }
  }
}

/** A listener that ends something else too when it leaves. */
const withEnd = (listener: Listener, end: () => void): Listener => ({
  ...listener,
  leave: () => {
    listener.leave()
    end()
  },
})

const queueKey = (siteId: number, memberId: number, queue: Queue): string => `${siteId}:${memberId}:${queue}`
const topicKey = (siteId: number, destination: string): string => `${siteId}:${destination}`
