import type { PreparedMessage } from '@maru/stomp'
import type { Connection, Listener } from './connection.ts'
import type { GatewayCounters } from './counters.ts'

/** The state of one beat of the prices. */
interface Beat {
  readonly counters: GatewayCounters
  /** Sockets that missed something. */
  readonly slow: Set<Connection>
  /** Sockets whose writes are held together until the end of the beat; null when they leave at once. */
  readonly held: Set<Connection> | null
}

/**
 * The listeners of one destination, by subscription id: clients number their subscriptions alike, and those with the same
 * id get the very same bytes.
 */
export class Topic {
  readonly destination: string
  readonly #byId = new Map<string, Set<Listener>>()
  /** Client-acknowledged subscriptions: each of their frames has its own id. */
  readonly #acknowledging = new Set<Listener>()
  size = 0

  constructor(destination: string) {
    this.destination = destination
  }

  add(listener: Listener): void {
    this.#setOf(listener).add(listener)
    this.size += 1
  }

  remove(listener: Listener): void {
    const { id, ack } = listener.subscription
    const set = ack === 'auto' ? this.#byId.get(id) : this.#acknowledging
    if (set?.delete(listener)) this.size -= 1
    if (set?.size === 0 && ack === 'auto') this.#byId.delete(id)
  }

  /** Sends to all subscribers a message that must not be conflated. */
  publish(message: PreparedMessage): void {
    for (const listeners of [...this.#byId.values(), this.#acknowledging]) {
      for (const { connection, subscription } of listeners) connection.deliver(subscription, message)
    }
  }

  /** Sends a price to all who keep up. */
  publishPrice(message: PreparedMessage, now: number, { counters, slow, held }: Beat): void {
    for (const [id, listeners] of this.#byId) {
      const framed = message.webSocketFrame(id)
      let written = 0
      for (const listener of listeners) {
        const { connection } = listener
        if (held !== null && !held.has(connection)) {
          held.add(connection)
          connection.transport.hold(connection.takesPricesTogether)
        }
        if (connection.writePrice(framed, listener, now)) written += 1
        else slow.add(connection)
      }
      counters.messages += written
      counters.bytes += written * framed.length
    }
    for (const { connection, subscription } of this.#acknowledging) connection.deliver(subscription, message)
  }

  #setOf(listener: Listener): Set<Listener> {
    const { id, ack } = listener.subscription
    if (ack !== 'auto') return this.#acknowledging
    let set = this.#byId.get(id)
    if (set === undefined) {
      set = new Set()
      this.#byId.set(id, set)
    }
    return set
  }
}
