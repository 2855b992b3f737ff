import type { ErrorCode, Permission } from '@maru/contract'
import type { Problem, Subscription } from '@maru/stomp'
import type { Access } from '../http/access-token.ts'
import { permits, staffNow } from '../http/staff-now.ts'
import type { ControlEvent, MarketChange, PublishedEvent } from '../ports.ts'
import { Unavailable } from '../runner/index.ts'
import type { GatewayConfig, GatewayDeps } from './config.ts'
import type { Connection, Identity, Listener } from './connection.ts'
import type { Connections } from './connections.ts'
import type { GatewayCounters } from './counters.ts'
import { DeskBoard } from './desk-board.ts'
import { DeskWatch } from './desk-watch.ts'
import { isMarginAccountQueue, type MarginAccountQueue, parseDestination, type Queue } from './destination.ts'
import { EventBoard, type ReadSnapshot, type Stamp } from './event-board.ts'
import { ExposureBoard } from './exposure-board.ts'
import { MarginAccountBoard } from './margin-account-board.ts'
import { Messages } from './messages.ts'
import { PriceBoard } from './price-board.ts'
import { problem } from './problem.ts'
import { RestWatch } from './rest-watch.ts'
import { emptySnapshot, marginAccountSnapshot, queueSnapshot, tradeSnapshot } from './snapshots.ts'
import { whenAvailable } from './when-available.ts'

/** What the events of a site's notices are called. */
const topicEvents = { notice: 'NOTICE', noticeGone: 'NOTICE_GONE', site: 'SITE' } as const

/** What clients listen to: prices, the topics of a site and the queues of a member; each begins with a snapshot. */
export class Channels {
  readonly #deps: GatewayDeps
  readonly #connections: Connections
  readonly #prices: PriceBoard
  readonly #rests: RestWatch
  readonly #events: EventBoard
  /** The margin accounts whose figures move with the prices, by their queue. */
  readonly #marginAccounts: Readonly<Record<MarginAccountQueue, MarginAccountBoard>>
  /** What changed for the staff of each site. */
  readonly desk: DeskBoard
  /** What each site stands for, for those who look at it. */
  readonly exposure: ExposureBoard
  /** Whether they still may hear it. */
  readonly deskWatch: DeskWatch
  /** How many messages the gateway itself put into a queue; those of trading are counted by the core's runner. */
  readonly #told = new Map<string, number>()

  constructor(deps: GatewayDeps, config: GatewayConfig, counters: GatewayCounters, connections: Connections) {
    const messages = new Messages(
      () => deps.core.epoch,
      () => deps.clocks.domain.now(),
    )
    this.#deps = deps
    this.#connections = connections
    this.#prices = new PriceBoard(deps.market, messages, counters, (symbol) => this.#rests.has(symbol))
    this.#rests = new RestWatch(deps, (instrument) => this.#prices.change({ instrument, what: 'session' }))
    this.#events = new EventBoard(messages)
    this.deskWatch = new DeskWatch(deps.db, ({ session, identity }) => {
      deps.log.info({ site: identity?.siteId, member: identity?.access?.memberId }, 'a desk is no longer heard')
      session.fail(problem('SUBSCRIBE_UNAVAILABLE'))
    })
    this.desk = new DeskBoard((siteId, areas) =>
      this.#events.publish([consoleKey(siteId)], 'CHANGED', { areas }, { epoch: this.#deps.core.epoch, seq: null }),
    )
    this.exposure = new ExposureBoard({
      read: deps.exposureOf,
      tell: (siteId, sums) =>
        this.#events.publish([riskKey(siteId)], 'EXPOSURE', sums, { epoch: this.#deps.core.epoch, seq: null }),
      failed: (error) => {
        if (!(error instanceof Unavailable)) deps.log.error({ err: error }, 'the exposure could not be told')
      },
    })
    const board = (queue: MarginAccountQueue) => this.#marginAccountBoard(queue, config.marginAccountMs)
    this.#marginAccounts = { cross: board('cross'), oversea_cross: board('oversea_cross') }
  }

  /** Sends what changed since the last beat. Prices do not wait for the look at the rests. */
  beat(): void {
    try {
      this.#prices.beat(performance.now())
      for (const board of Object.values(this.#marginAccounts)) board.beat()
    } catch (error) {
      this.#deps.log.error({ err: error }, 'prices could not be sent')
    }
    void this.#rests.look()
  }

  /** Notes what moved on the market: it leaves with the next beat. */
  change(change: MarketChange): void {
    this.#prices.change(change)
    if (change.what === 'feed') for (const siteId of this.deskWatch.sites()) this.desk.change(siteId, 'FEED')
  }

  /** Registers what a connection subscribes to, and sends its snapshot. */
  open(connection: Connection, subscription: Subscription): Problem | null | Promise<null> {
    const listener = this.#listen(connection, connection.identity!, subscription)
    if (typeof listener === 'string') return this.#refuse(listener, connection, subscription)
    connection.listeners.set(subscription.id, listener)
    return listener.begun?.then(() => null) ?? null
  }

  /** Tells an event of the core. */
  publish(event: PublishedEvent): void {
    const keys = this.#keysOf(event)
    if (this.#events.isHeard(keys)) this.#events.publish(keys, event.event, event.data, event)
    if (event.to !== 'member') return
    const { siteId, memberId, queue } = event
    if (queue === 'futures' || queue === 'point') this.#marginAccounts.cross.touch(siteId, memberId)
    if (queue === 'oversea' || queue === 'point') this.#marginAccounts.oversea_cross.touch(siteId, memberId)
  }

  /** Tells what the house has to say to a member or a site. */
  announce(
    event: Extract<ControlEvent, { kind: 'message' | 'unread' | 'chat' | 'notice' | 'noticeGone' | 'site' }>,
  ): void {
    if (event.kind === 'message' || event.kind === 'unread') {
      const key = queueKey(event.siteId, event.memberId, 'message')
      const isNew = event.kind === 'message'
      const data = isNew ? event.data : { count: event.count }
      this.#events.publish([key], isNew ? 'MESSAGE' : 'UNREAD', data, this.#tell(key))
    } else if (event.kind === 'chat') {
      const key = queueKey(event.siteId, event.memberId, 'chat')
      this.#events.publish([key], event.event, event.data, this.#tell(key))
    } else {
      const key = topicKey(event.siteId, `/topic/notice/${event.siteId}`)
      this.#events.publish([key], topicEvents[event.kind], event.data, {
        epoch: this.#deps.core.epoch,
        seq: null,
      })
    }
  }

  /** Tells sockets of a member why they end. */
  forceLogout(siteId: number, memberId: number, connections: readonly Connection[], reason: string): void {
    const key = queueKey(siteId, memberId, 'force_logout')
    const stamp = this.#tell(key)
    for (const connection of connections) this.#events.publish([key], 'FORCE_LOGOUT', { reason }, stamp, connection)
  }

  /** Answers the ping of a member's socket. */
  pong(connection: Connection, siteId: number, memberId: number): void {
    const ts = this.#deps.clocks.domain.now()
    const stamp = { epoch: this.#deps.core.epoch, seq: null, ts }
    this.#events.publish([queueKey(siteId, memberId, 'pong')], 'PONG', { ts }, stamp, connection)
  }

  #marginAccountBoard(queue: MarginAccountQueue, everyMs: number): MarginAccountBoard {
    const { reads, log } = this.#deps
    return new MarginAccountBoard(
      {
        read: (siteId, memberId) => marginAccountSnapshot(reads, siteId, memberId, queue),
        // Prices move the figures within a batch, so that no batch says whether a snapshot includes them.
        tell: (siteId, memberId, { data, includes: { epoch } }) =>
          this.#events.publish([queueKey(siteId, memberId, queue)], 'CROSS', data, { epoch, seq: null }),
        failed: (error) => {
          // What cannot be read while the core restarts is told by a later beat.
          if (!(error instanceof Unavailable)) log.error({ err: error }, 'a margin account could not be published')
        },
      },
      everyMs,
      () => performance.now(),
    )
  }

  #listen(connection: Connection, { siteId, access }: Identity, subscription: Subscription): Listener | ErrorCode {
    const { core, clocks, reads } = this.#deps
    const destination = parseDestination(subscription.destination)
    const topic = topicKey(siteId, subscription.destination)
    switch (destination?.kind) {
      case 'queue':
        if (access === null) return 'SUBSCRIBE_UNAVAILABLE'
        return this.#listenToQueue(connection, siteId, access.memberId, destination.queue, subscription)
      case 'trade': {
        const { optionId } = destination
        return this.#follow(topic, connection, subscription, () => tradeSnapshot(reads, clocks, siteId, optionId))
      }
      case 'notice':
        if (destination.siteId !== siteId) return 'SUBSCRIBE_UNAVAILABLE'
        return this.#follow(topic, connection, subscription, () => emptySnapshot(core))
      case 'console': {
        if (access?.staff === undefined) return 'SUBSCRIBE_UNAVAILABLE'
        const { siteId: of } = destination
        const end = this.deskWatch.join(connection, access, of, 'overview')
        const read = () => this.#deskSnapshot(access, of)
        return withEnd(this.#follow(consoleKey(of), connection, subscription, read), end)
      }
      case 'console_risk': {
        if (access?.staff === undefined) return 'SUBSCRIBE_UNAVAILABLE'
        const { siteId: of } = destination
        const ends = [this.deskWatch.join(connection, access, of, 'results'), this.exposure.join(of)]
        const read = () => this.#riskSnapshot(access, of)
        return withEnd(this.#follow(riskKey(of), connection, subscription, read), () => {
          for (const end of ends) end()
        })
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

  /** Only who may see the site's overview at this moment, whatever his token says. */
  async #deskSnapshot(access: Access, of: number) {
    return (await this.#mayHear(access, of, 'overview')) ? emptySnapshot(this.#deps.core) : null
  }

  /** Only who may see the site's results: what it stands for. A site that nobody serves here is none of his either. */
  async #riskSnapshot(access: Access, of: number) {
    if (!(await this.#mayHear(access, of, 'results'))) return null
    return { data: await this.#deps.exposureOf(of), includes: { epoch: this.#deps.core.epoch, seq: null } }
  }

  async #mayHear({ siteId, memberId }: Access, of: number, permission: Permission): Promise<boolean> {
    const staff = await staffNow(this.#deps.db, siteId, memberId)
    return staff?.siteIds.includes(of) === true && permits(staff.role, 'GET', permission)
  }

  #listenToQueue(
    connection: Connection,
    siteId: number,
    memberId: number,
    queue: Queue,
    subscription: Subscription,
  ): Listener {
    const key = queueKey(siteId, memberId, queue)
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

  #keysOf(event: PublishedEvent): readonly string[] {
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

  /** The next number of a queue that the gateway fills itself. */
  #tell(key: string): Stamp {
    const seq = (this.#told.get(key) ?? 0) + 1
    this.#told.set(key, seq)
    return { epoch: this.#deps.core.epoch, seq }
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
const consoleKey = (siteId: number): string => `console:${siteId}`
const riskKey = (siteId: number): string => `console_risk:${siteId}`
const topicKey = (siteId: number, destination: string): string => `${siteId}:${destination}`
