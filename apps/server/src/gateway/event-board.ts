import type { Subscription } from '@maru/stomp'
import type { Connection, Listener } from './connection.ts'
import type { Messages } from './messages.ts'

/** The place of an event: seq counts within the epoch, null for events that are not counted. */
export interface Stamp {
  readonly epoch: number
  readonly seq: number | null
  readonly ts?: number
}

/** A state to start from, and the newest event that it includes. */
export interface Snapshot {
  readonly data: unknown
  readonly includes: Stamp
}

/**
 * What nobody may miss: private queues and the topics of a site. The key says who shares a channel, as destinations of
 * the same name belong to each member or site alone.
 */
export class EventBoard {
  readonly #messages: Messages
  readonly #channels = new Map<string, Map<Listener, Stamp>>()

  constructor(messages: Messages) {
    this.#messages = messages
  }

  /**
   * Sends the snapshot and registers for what comes after it, in one turn. An event that the snapshot includes but that is
   * still on its way is not sent again.
   */
  subscribe(key: string, connection: Connection, subscription: Subscription, read: () => Snapshot): Listener {
    const listener: Listener = { connection, subscription, resend: null, leave: () => this.#leave(key, listener) }
    const { data, includes } = read()
    let listeners = this.#channels.get(key)
    if (listeners === undefined) {
      listeners = new Map()
      this.#channels.set(key, listeners)
    }
    listeners.set(listener, includes)
    connection.deliver(subscription, this.#messages.build(subscription.destination, 'SNAPSHOT', data, includes))
    return listener
  }

  publish(key: string, event: string, data: unknown, stamp: Stamp): void {
    this.publishAll([key], event, data, stamp)
  }

  /** Sends to channels of one destination, as the same queue of several members: the message is built once. */
  publishAll(keys: Iterable<string>, event: string, data: unknown, stamp: Stamp): void {
    let message: ReturnType<Messages['build']> | null = null
    for (const key of keys)
      for (const [{ connection, subscription }, included] of this.#channels.get(key) ?? []) {
        if (isWithin(stamp, included)) continue
        message ??= this.#messages.build(subscription.destination, event, data, stamp)
        connection.deliver(subscription, message)
      }
  }

  /** Sends to one connection's subscriptions of a channel only. */
  publishTo(connection: Connection, key: string, event: string, data: unknown, stamp: Stamp): void {
    for (const listener of this.#channels.get(key)?.keys() ?? []) {
      if (listener.connection !== connection) continue
      const { subscription } = listener
      connection.deliver(subscription, this.#messages.build(subscription.destination, event, data, stamp))
    }
  }

  #leave(key: string, listener: Listener): void {
    const listeners = this.#channels.get(key)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#channels.delete(key)
  }
}

const isWithin = (stamp: Stamp, included: Stamp): boolean =>
  stamp.seq !== null && included.seq !== null && stamp.epoch === included.epoch && stamp.seq <= included.seq
