import { encodeFrame, heartBeat } from './encode.ts'
import type { Frame } from './frame.ts'
import { type HeartBeat, negotiateHeartBeat } from './heart-beat.ts'
import { defaultLimits, type FrameLimits } from './limits.ts'
import { FrameParser } from './parser.ts'
import type { PreparedMessage } from './prepared-message.ts'

/** What carries the frames: one `send` is one transport message. `close` lets what was sent leave first. */
export interface Transport {
  send(bytes: Buffer): void
  close(code: number, reason: string): void
}

export interface Subscription {
  readonly id: string
  readonly destination: string
  readonly ack: 'auto' | 'client' | 'client-individual'
}

/** Why a session ends with an ERROR frame. */
export interface Problem {
  /** The short text of the ERROR frame's message header. */
  readonly message: string
  readonly body?: string
  readonly contentType?: string
}

export type ProtocolReason =
  | 'malformed' // not STOMP
  | 'tooLarge' // past a limit of the frame
  | 'protocol' // STOMP, but not what may come now
  | 'unsupported' // STOMP that this server does not offer: transactions
  | 'version' // no common version
  | 'subscriptions' // too many of them
  | 'silent' // no CONNECT in time, or no heart-beat

type Said = Problem | null

/** What a session asks of its host. A problem that is returned ends the session with an ERROR frame. */
export interface SessionHost {
  /** May this client come in? Called once, with the headers of CONNECT; `host` may be missing, as some clients name none. */
  connect(headers: ReadonlyMap<string, string>): Promise<Problem | null>
  /** A receipt is sent once it is said whether there is a problem. */
  subscribe(subscription: Subscription, headers: ReadonlyMap<string, string>): Said | Promise<Said>
  unsubscribe(subscription: Subscription): void
  send(destination: string, frame: Frame): Problem | null
  /** The words for what the protocol itself refuses; without it the detail is the message. */
  describe?(reason: ProtocolReason, detail: string): Problem
}

export interface SessionConfig {
  readonly limits?: FrameLimits
  readonly heartBeat?: HeartBeat
  readonly maxSubscriptions?: number
  /** CONNECT must come, and be answered, within this time. */
  readonly connectTimeoutMs?: number
  /** The longest time between two calls of `tick`. */
  readonly tickMs?: number
  readonly server?: string
  /** Monotonic milliseconds. */
  readonly clock?: () => number
}

/** Heart-beats may be this many times late: the standard asks for a margin, as networks delay. */
const LATE_FACTOR = 2
/** Frames of a client that does not wait for CONNECTED. */
const MAX_EARLY_FRAMES = 64

/**
 * The server's side of one STOMP 1.2 session over any transport. It keeps no timer: call `tick` at least every `tickMs`.
 */
export class StompSession {
  readonly #transport: Transport
  readonly #host: SessionHost
  readonly #clock: () => number
  readonly #tickMs: number
  readonly #connectTimeoutMs: number
  readonly #maxSubscriptions: number
  readonly #offer: HeartBeat
  readonly #server: string
  readonly #parser: FrameParser
  readonly #subscriptions = new Map<string, Subscription>()
  #state: 'new' | 'connecting' | 'connected' | 'closed' = 'new'
  #early: Frame[] = []
  #agreed: HeartBeat = { sendMs: 0, receiveMs: 0 }
  #openedAt: number
  #receivedAt: number
  #sentAt: number
  #acks = 0

  constructor(transport: Transport, host: SessionHost, config: SessionConfig = {}) {
    this.#transport = transport
    this.#host = host
    this.#clock = config.clock ?? (() => performance.now())
    this.#tickMs = config.tickMs ?? 1_000
    this.#connectTimeoutMs = config.connectTimeoutMs ?? 10_000
    this.#maxSubscriptions = config.maxSubscriptions ?? 64
    this.#offer = config.heartBeat ?? { sendMs: 10_000, receiveMs: 10_000 }
    this.#server = config.server ?? 'maru'
    this.#parser = new FrameParser(config.limits ?? defaultLimits)
    this.#openedAt = this.#receivedAt = this.#sentAt = this.#clock()
  }

  get connected(): boolean {
    return this.#state === 'connected'
  }

  /** The client promised to send heart-beats, so a dead peer will be noticed. */
  get beats(): boolean {
    return this.#agreed.receiveMs > 0
  }

  get subscriptions(): Iterable<Subscription> {
    return this.#subscriptions.values()
  }

  /** Takes one transport message. */
  receive(chunk: string | Uint8Array): void {
    if (this.#state === 'closed') return
    this.#receivedAt = this.#clock()
    const { frames, error } = this.#parser.push(chunk)
    for (const frame of frames) {
      this.#take(frame)
      if (this.#ended()) return
    }
    if (error !== null) this.fail(this.#describe(error.reason, error.detail))
  }

  /** Sends the heart-beat that is due, and ends a session whose client is silent. */
  tick(): void {
    const now = this.#clock()
    if (this.#state === 'new' || this.#state === 'connecting') {
      if (now - this.#openedAt > this.#connectTimeoutMs) this.fail(this.#describe('silent', 'no CONNECT in time'))
    } else if (this.#state === 'connected') {
      const { sendMs, receiveMs } = this.#agreed
      if (receiveMs > 0 && now - this.#receivedAt > receiveMs * LATE_FACTOR) {
        this.fail(this.#describe('silent', 'no heart-beat'))
      } else if (sendMs > 0 && now - this.#sentAt >= sendMs - this.#tickMs) {
        this.#send(heartBeat)
      }
    }
  }

  /** Sends one message to one subscription; how many bytes that were. */
  deliver(subscription: Subscription, message: PreparedMessage): number {
    if (this.#state !== 'connected') return 0
    const ack = subscription.ack === 'auto' ? undefined : String(++this.#acks)
    const frame = message.frame(subscription.id, ack)
    this.#send(frame)
    return frame.length
  }

  /** Someone wrote to the transport past this session: that counts as a heart-beat. */
  wrote(now: number): void {
    this.#sentAt = now
  }

  /** Ends the session with an ERROR frame. `frame` is the one that caused it. */
  fail(problem: Problem, frame?: Frame): void {
    if (this.#state === 'closed') return
    const headers: [string, string][] = [['message', problem.message]]
    if (problem.body !== undefined) headers.push(['content-type', problem.contentType ?? 'application/json'])
    const receipt = frame?.headers.get('receipt')
    if (receipt !== undefined) headers.push(['receipt-id', receipt])
    this.#send(encodeFrame('ERROR', headers, problem.body ?? ''))
    this.close(1002, 'error')
  }

  /** Ends the session without a word of STOMP. */
  close(code: number, reason: string): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#early = []
    this.#transport.close(code, reason)
  }

  /** The transport is gone: nothing can be sent any more. */
  transportClosed(): void {
    this.#state = 'closed'
    this.#early = []
  }

  #send(bytes: Buffer): void {
    this.#sentAt = this.#clock()
    this.#transport.send(bytes)
  }

  #ended(): boolean {
    return this.#state === 'closed'
  }

  #describe(reason: ProtocolReason, detail: string): Problem {
    return this.#host.describe?.(reason, detail) ?? { message: detail }
  }

  #take(frame: Frame): void {
    if (this.#state === 'new') {
      if (frame.command === 'CONNECT' || frame.command === 'STOMP') void this.#connect(frame)
      else this.fail(this.#describe('protocol', 'CONNECT must come first'), frame)
    } else if (this.#state === 'connecting') {
      if (this.#early.push(frame) > MAX_EARLY_FRAMES) {
        this.fail(this.#describe('protocol', 'too many frames before CONNECTED'), frame)
      }
    } else this.#act(frame)
  }

  async #connect(frame: Frame): Promise<void> {
    const versions = (frame.headers.get('accept-version') ?? '1.0').split(',').map((version) => version.trim())
    const agreed = negotiateHeartBeat(this.#offer, frame.headers.get('heart-beat'))
    if (!versions.includes('1.2')) {
      this.#send(
        encodeFrame('ERROR', versionError(this.#host.describe?.('version', 'only 1.2 is spoken')), versionText),
      )
      this.close(1002, 'version')
    } else if (agreed === null) this.fail(this.#describe('malformed', 'heart-beat is not two numbers'), frame)
    else {
      this.#state = 'connecting'
      this.#admit(frame, agreed, await this.#host.connect(frame.headers))
    }
  }

  #admit(frame: Frame, agreed: HeartBeat, problem: Problem | null): void {
    if (this.#state === 'closed') return
    if (problem !== null) {
      this.fail(problem, frame)
      return
    }
    this.#state = 'connected'
    this.#agreed = agreed
    this.#receivedAt = this.#clock()
    const { sendMs, receiveMs } = this.#offer
    this.#send(
      encodeFrame('CONNECTED', [
        ['version', '1.2'],
        ['heart-beat', `${sendMs},${receiveMs}`],
        ['server', this.#server],
      ]),
    )
    const early = this.#early
    this.#early = []
    for (const next of early) {
      if (this.#ended()) return
      this.#act(next)
    }
  }

  #act(frame: Frame): void {
    const problem = this.#handle(frame)
    if (problem instanceof Promise) void problem.then((late) => this.#finish(frame, late))
    else this.#finish(frame, problem)
  }

  #finish(frame: Frame, problem: Said): void {
    if (this.#state === 'closed') return
    if (problem !== null) {
      this.fail(problem, frame)
      return
    }
    const receipt = frame.headers.get('receipt')
    if (receipt !== undefined) this.#send(encodeFrame('RECEIPT', [['receipt-id', receipt]]))
    if (frame.command === 'DISCONNECT') this.close(1000, 'disconnected')
  }

  #handle(frame: Frame): Said | Promise<Said> {
    if (frame.headers.has('transaction')) return this.#describe('unsupported', 'transactions are not offered')
    switch (frame.command) {
      case 'SUBSCRIBE':
        return this.#subscribe(frame)
      case 'UNSUBSCRIBE':
        return this.#unsubscribe(frame)
      case 'SEND': {
        const destination = frame.headers.get('destination')
        return destination
          ? this.#host.send(destination, frame)
          : this.#describe('protocol', 'SEND without destination')
      }
      case 'ACK':
      case 'NACK':
        return this.#acknowledge(frame)
      case 'DISCONNECT':
        return null
      default:
        return this.#describe('protocol', `${frame.command} is not a frame that a client may send now`)
    }
  }

  #subscribe(frame: Frame): Said | Promise<Said> {
    const id = frame.headers.get('id')
    const destination = frame.headers.get('destination')
    const ack = frame.headers.get('ack') ?? 'auto'
    if (!id || !destination) return this.#describe('protocol', 'SUBSCRIBE without id or destination')
    if (!isAckMode(ack)) return this.#describe('protocol', 'an ack mode that STOMP does not define')
    if (this.#subscriptions.has(id)) return this.#describe('protocol', 'the subscription id is in use')
    if (this.#subscriptions.size >= this.#maxSubscriptions) {
      return this.#describe('subscriptions', 'too many subscriptions')
    }
    const subscription: Subscription = { id, destination, ack }
    this.#subscriptions.set(id, subscription)
    const problem = this.#host.subscribe(subscription, frame.headers)
    if (problem !== null && !(problem instanceof Promise)) this.#subscriptions.delete(id)
    return problem
  }

  #unsubscribe(frame: Frame): Problem | null {
    const id = frame.headers.get('id')
    const subscription = id === undefined ? undefined : this.#subscriptions.get(id)
    if (subscription === undefined) return this.#describe('protocol', 'UNSUBSCRIBE of no subscription')
    this.#subscriptions.delete(subscription.id)
    this.#host.unsubscribe(subscription)
    return null
  }

  /**
   * Nothing is sent again, whatever is acknowledged: the newest price replaces an older one, and lists are reloaded. So an
   * acknowledgement only has to name a message that was sent.
   */
  #acknowledge(frame: Frame): Problem | null {
    const id = frame.headers.get('id') ?? ''
    const sent = /^[1-9]\d{0,14}$/.test(id) && Number(id) <= this.#acks
    return sent ? null : this.#describe('protocol', `${frame.command} of no message`)
  }
}

const isAckMode = (text: string): text is Subscription['ack'] =>
  text === 'auto' || text === 'client' || text === 'client-individual'

const versionText = 'Supported protocol versions are 1.2'
const versionError = (problem: Problem | undefined): [string, string][] => [
  ['version', '1.2'],
  ['message', problem?.message ?? versionText],
  ['content-type', 'text/plain'],
]
