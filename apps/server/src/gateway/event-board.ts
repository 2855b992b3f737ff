import type { Subscription } from '@maru/stomp'
import type { Connection, Listener } from './connection.ts'
import type { Messages } from './messages.ts'
import { Slices } from './slices.ts'

/** So many sockets are written to in one turn of the event loop: about half a millisecond to one. */
const aSlice = 32

/** The place of an event: seq counts within the epoch, null for events that are not counted; the batch is of what the core committed. */
export interface Stamp {
  readonly epoch: number
  readonly batch?: number
  readonly seq: number | null
  readonly ts?: number
}

/** A state to start from, and the newest event that it includes. */
export interface Snapshot {
  readonly data: unknown
  readonly includes: Stamp
}

/** What came for a listener whose snapshot is still on its way. */
interface Told {
  readonly event: string
  readonly data: unknown
  readonly stamp: Stamp
}

/** Where a listener stands: at the snapshot that it was sent, or waiting for it. */
interface Place {
  includes: Stamp | null
  waiting: Told[]
}

/** Gives the state to start from, at once or once it is committed; null: it is refused. */
export type ReadSnapshot = () => Snapshot | Promise<Snapshot | null>

/** Who is told that there is no snapshot; the error is null where it was refused. */
export type NoSnapshot = (error: unknown) => void

/**
 * What nobody may miss: private queues and the topics of a site. The key says who shares a channel, as destinations of
 * the same name belong to each member or site alone.
 */
export class EventBoard {
  readonly #messages: Messages
  readonly #channels = new Map<string, Map<Listener, Place>>()
  readonly #slices = new Slices<Listener>(aSlice)

  constructor(messages: Messages) {
    this.#messages = messages
  }

  /**
   * Registers, sends the snapshot, and then what came meanwhile and is not in it. An event that the snapshot includes but that is
   * still on its way is not sent again.
   */
  subscribe(
    key: string,
    connection: Connection,
    subscription: Subscription,
    read: ReadSnapshot,
    failed: NoSnapshot,
  ): Listener {
    const place: Place = { includes: null, waiting: [] }
    let begun: Promise<void> | null = null
    const listener: Listener = {
      connection,
      subscription,
      resend: null,
      get begun() {
        return begun
      },
      leave: () => this.#leave(key, listener),
    }
    let listeners = this.#channels.get(key)
    if (listeners === undefined) {
      listeners = new Map()
      this.#channels.set(key, listeners)
    }
    listeners.set(listener, place)
    const given = read()
    if (given instanceof Promise)
      begun = given
        .then((snapshot) => (snapshot ? this.#begin(key, listener, place, snapshot) : failed(null)))
        .catch(failed)
    else this.#begin(key, listener, place, given)
    return listener
  }

  #begin(key: string, listener: Listener, place: Place, { data, includes }: Snapshot): void {
    const { connection, subscription } = listener
    if (!this.#channels.get(key)?.has(listener)) return
    place.includes = includes
    connection.deliver(subscription, this.#messages.build(subscription.destination, 'SNAPSHOT', data, includes))
    for (const { event, data, stamp } of place.waiting.splice(0)) {
      if (isWithin(stamp, includes)) continue
      connection.deliver(subscription, this.#messages.build(subscription.destination, event, data, stamp))
    }
  }

  /** Whether anybody listens to one of these channels. */
  isHeard = (keys: readonly string[]): boolean => keys.some((key) => this.#channels.has(key))

  /**
   * Sends to channels of one destination, as the same queue of several members: the message is built once. With `only`, to the
   * subscriptions of that connection. A channel of many is told slice by slice: writing to ten thousand sockets at once would hold up every order.
   */
  publish(keys: readonly string[], event: string, data: unknown, stamp: Stamp, only: Connection | null = null): void {
    const tell = this.#teller({ event, data, stamp }, only)
    for (const key of keys) {
      const channel = this.#channels.get(key)
      if (channel === undefined) continue
      if (channel.size > aSlice || this.#slices.isBusy(key))
        this.#slices.add(key, [...channel.keys()], (listeners) => tell(channel, listeners))
      else tell(channel, channel.keys())
    }
  }

  /** Tells listeners who are still there. */
  #teller(told: Told, only: Connection | null) {
    let message: ReturnType<Messages['build']> | null = null
    return (channel: ReadonlyMap<Listener, Place>, listeners: Iterable<Listener>): void => {
      for (const listener of listeners) {
        const { connection, subscription } = listener
        const place = channel.get(listener)
        if (place === undefined || (only !== null && connection !== only)) continue
        if (place.includes === null) place.waiting.push(told)
        else if (!isWithin(told.stamp, place.includes)) {
          message ??= this.#messages.build(subscription.destination, told.event, told.data, told.stamp)
          connection.deliver(subscription, message)
        }
      }
    }
  }

  #leave(key: string, listener: Listener): void {
    const listeners = this.#channels.get(key)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#channels.delete(key)
  }
}

function isWithin(stamp: Stamp, included: Stamp): boolean {
  if (stamp.batch !== undefined && included.batch !== undefined)
    return stamp.epoch < included.epoch || (stamp.epoch === included.epoch && stamp.batch <= included.batch)
  return stamp.seq !== null && included.seq !== null && stamp.epoch === included.epoch && stamp.seq <= included.seq
}
