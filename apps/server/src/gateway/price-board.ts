import type { PreparedMessage, Subscription } from '@maru/stomp'
import type { Market, MarketChange } from '../ports.ts'
import type { Connection, Listener } from './connection.ts'
import type { GatewayCounters } from './counters.ts'
import type { Messages } from './messages.ts'
import type { Rests } from './price-data.ts'
import { type PriceKind, type PriceSource, priceSource } from './price-source.ts'
import { Topic } from './topic.ts'

interface PriceTopic {
  readonly topic: Topic
  readonly source: PriceSource
  /** Instruments that changed since the last beat. */
  readonly changed: Set<string>
  /** Counts the changes: who joined since the last beat is sent only what its snapshot does not hold. */
  version: number
  readonly joined: Map<Listener, number>
}

/**
 * Prices for everyone: changes are collected and leave together at each beat, framed once a topic. All sites share them.
 */
export class PriceBoard {
  readonly #market: Market
  readonly #messages: Messages
  readonly #counters: GatewayCounters
  readonly #rests: Rests
  readonly #topics = new Map<string, PriceTopic>()
  readonly #bySymbol = new Map<string, Set<PriceTopic>>()
  readonly #dirty = new Set<PriceTopic>()
  readonly #slow = new Set<Connection>()

  constructor(market: Market, messages: Messages, counters: GatewayCounters, rests: Rests) {
    this.#market = market
    this.#messages = messages
    this.#counters = counters
    this.#rests = rests
  }

  /** Sends the snapshot and registers for what comes after it. Null when there is no such stock. */
  subscribe(
    connection: Connection,
    subscription: Subscription,
    kind: PriceKind,
    stock: string | null,
  ): Listener | null {
    const entry = this.#topic(subscription.destination, kind, stock)
    if (entry === null) return null
    const listener: Listener = {
      connection,
      subscription,
      begun: null,
      resend: () => connection.deliver(subscription, this.#snapshot(entry)),
      leave: () => this.#leave(entry, listener),
    }
    // Reading and registering happen in one turn: no change can fall between them.
    const snapshot = this.#snapshot(entry)
    entry.joined.set(listener, entry.version)
    connection.deliver(subscription, snapshot)
    return listener
  }

  /** Notes that an instrument changed. */
  change({ instrument, what }: MarketChange): void {
    for (const entry of this.#bySymbol.get(instrument) ?? []) {
      if (!entry.source.shows(what)) continue
      entry.changed.add(instrument)
      entry.version += 1
      this.#dirty.add(entry)
    }
  }

  /** One beat: sends what changed, then the whole state to sockets that were slow and have caught up. */
  beat(now: number): void {
    // Several topics changed, and most sockets listen to several: what they write then leaves in one system call.
    const held = this.#dirty.size > 1 ? new Set<Connection>() : null
    try {
      for (const entry of this.#dirty) this.#publish(entry, now, held)
    } finally {
      this.#dirty.clear()
      for (const { transport } of held ?? []) transport.release()
    }
    for (const connection of this.#slow) this.#catchUp(connection)
  }

  #publish(entry: PriceTopic, now: number, held: Set<Connection> | null): void {
    const { topic, source, changed, joined } = entry
    const data = source.changes(changed)
    changed.clear()
    if (data !== null) {
      const message = this.#messages.build(topic.destination, source.event, data)
      topic.publishPrice(message, now, { counters: this.#counters, slow: this.#slow, held })
      for (const [listener, version] of joined) {
        if (version < entry.version) listener.connection.deliver(listener.subscription, message)
      }
    }
    for (const listener of joined.keys()) topic.add(listener)
    joined.clear()
  }

  #catchUp(connection: Connection): void {
    if (connection.transport.open) {
      if (!connection.caughtUp) return
      for (const listener of connection.behind) listener.resend?.()
    }
    connection.behind.clear()
    this.#slow.delete(connection)
  }

  #snapshot({ topic, source }: PriceTopic): PreparedMessage {
    return this.#messages.build(topic.destination, 'SNAPSHOT', source.full())
  }

  #leave(entry: PriceTopic, listener: Listener): void {
    listener.connection.behind.delete(listener)
    if (!entry.joined.delete(listener)) entry.topic.remove(listener)
    if (entry.joined.size > 0 || entry.topic.size > 0) return
    this.#topics.delete(entry.topic.destination)
    this.#dirty.delete(entry)
    for (const symbol of entry.source.symbols) {
      const entries = this.#bySymbol.get(symbol)
      entries?.delete(entry)
      if (entries?.size === 0) this.#bySymbol.delete(symbol)
    }
  }

  #topic(destination: string, kind: PriceKind, stock: string | null): PriceTopic | null {
    const known = this.#topics.get(destination)
    if (known !== undefined) return known
    const source = priceSource(this.#market, kind, stock, this.#rests)
    if (source === null) return null
    const entry: PriceTopic = {
      topic: new Topic(destination),
      source,
      changed: new Set(),
      version: 0,
      joined: new Map(),
    }
    this.#topics.set(destination, entry)
    for (const symbol of source.symbols) {
      const entries = this.#bySymbol.get(symbol)
      if (entries === undefined) this.#bySymbol.set(symbol, new Set([entry]))
      else entries.add(entry)
    }
    return entry
  }
}
