import type { CoreEvent } from '@maru/core'
import type { Bus, CoreClient, PublishedEvent } from '../ports.ts'
import type { Flight } from './flights.ts'
import type { RunnerMetrics } from './metrics.ts'

type MemberEvent = Extract<CoreEvent, { to: 'member' }>
type NumberedEvent = Extract<PublishedEvent, { to: 'member' }>

/** Publishes events and answers callers once a batch is durable. Events of a member's queue are numbered from 1 in each epoch, so that a client sees what it missed. */
export class Teller {
  readonly #bus: Bus
  readonly #metrics: RunnerMetrics
  #seqs = new Map<string, number>()

  constructor(bus: Bus, metrics: RunnerMetrics) {
    this.#bus = bus
    this.#metrics = metrics
  }

  /** The batch is durable: its events go out in their order, then its callers are answered. Calls that it asks for may leave. */
  tell({ batch, epoch, seq: number }: Pick<Flight, 'batch' | 'epoch' | 'seq'>): void {
    const version = { epoch, batch: number }
    if (batch.rows.rowsOf('outgoing').length > 0) this.#bus.publish('outgoing', null)
    for (const [area, tables] of deskTables)
      for (const siteId of sitesOf(batch, tables)) this.#bus.publish('control', { kind: 'desk', siteId, area })
    for (const event of batch.events) {
      if (event.to === 'member') {
        const { siteId, memberId, queue } = event
        const name = nameOf(siteId, memberId, queue)
        const seq = (this.#seqs.get(name) ?? 0) + 1
        this.#seqs.set(name, seq)
        this.#bus.publish('event', new Numbered(event, { ...version, seq, ts: batch.at }))
      } else this.#bus.publish('event', { ...event, ...version, seq: null, ts: batch.at })
    }
    for (const { pending, reply } of batch.answers) {
      this.#metrics.answered(pending.command.kind, reply.status < 400)
      pending.resolve({ ...reply, ...version })
    }
  }

  /** The number of the newest event of a member's queue; 0 before the first. */
  seqOf(...[siteId, memberId, queue]: Parameters<CoreClient['seqOf']>): number {
    return this.#seqs.get(nameOf(siteId, memberId, queue)) ?? 0
  }

  /** A new epoch numbers from 1 again. */
  startAnew(): void {
    this.#seqs = new Map()
  }
}

/** A member's message with its number; what it says is put together by who reads it. */
class Numbered implements NumberedEvent {
  readonly to = 'member'
  readonly siteId: number
  readonly memberId: number
  readonly queue: NumberedEvent['queue']
  readonly event: string
  readonly epoch: number
  readonly batch: number
  readonly seq: number
  readonly ts: number
  readonly #of: MemberEvent

  constructor(of: MemberEvent, { epoch, batch, seq, ts }: Pick<Numbered, 'epoch' | 'batch' | 'seq' | 'ts'>) {
    this.siteId = of.siteId
    this.memberId = of.memberId
    this.queue = of.queue
    this.event = of.event
    this.epoch = epoch
    this.batch = batch
    this.seq = seq
    this.ts = ts
    this.#of = of
  }

  get data(): unknown {
    return this.#of.data
  }
}

/** Tables whose rows staff look at, by what they are. */
const deskTables = [
  ['MONEY', ['dnw', 'payouts', 'suspenses', 'p2pOrders']],
  ['RISK', ['bets', 'positions']],
] as const

function sitesOf({ rows }: Flight['batch'], tables: (typeof deskTables)[number][1]): Set<number> {
  const sites = new Set<number>()
  for (const table of tables) for (const { siteId } of rows.rowsOf(table)) sites.add(siteId)
  return sites
}

const nameOf = (siteId: number, memberId: number, queue: string): string => `${siteId}:${memberId}:${queue}`
