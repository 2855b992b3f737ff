import type { Scope } from '@maru/core'
import { isCommitted, type Journal, JournalFailed } from '../journal/index.ts'
import type { Database } from '../ports.ts'
import { isFull, type OpenBatch } from './batch-builder.ts'
import type { RunnerMetrics } from './metrics.ts'
import type { Moment } from './outages.ts'

/** A batch on its way to the database. */
export interface Flight {
  readonly batch: OpenBatch
  readonly epoch: number
  readonly seq: number
  readonly sent: Moment
  /** Its commit is about to end: a batch that is sent now waits for a short time only. */
  isNearlyDone: boolean
  /** How it ended; null while it is under way. */
  failure: JournalFailed | null
}

interface FlightEvents {
  readonly now: () => Moment
  readonly metrics: RunnerMetrics
  readonly onNearlyDone: () => void
  readonly onDurable: (flight: Flight) => void
  readonly onFailed: (failure: JournalFailed) => void
}

/**
 * How many batches are on their way to the database at once: one commits, the next waits behind it. A batch that is not full is sent when
 * the one before it is nearly done. Until then it collects what comes.
 */
const mostFlights = 2

/** The batches of an epoch that were sent and are not durable yet, in their order. */
export class Flights {
  readonly #events: FlightEvents
  readonly #flights: Flight[] = []
  #journal: Journal | null = null
  #epoch = 0
  #seq = 0
  #sentAt = 0
  /** Commits that have not ended. One that did must not be held by those after it. */
  readonly #commits = new Set<Promise<unknown>>()

  constructor(events: FlightEvents) {
    this.#events = events
  }

  get epoch(): number {
    return this.#epoch
  }

  /** Number of the newest batch that was sent. */
  get seq(): number {
    return this.#seq
  }

  /** Time of the newest batch that was sent; 0 before the first. */
  get sentAt(): number {
    return this.#sentAt
  }

  /** When the oldest was sent; null while none is under way. */
  get waitingSince(): Moment | null {
    return this.#flights[0]?.sent ?? null
  }

  get hasRoom(): boolean {
    return this.#flights.length < mostFlights
  }

  isTimeToSend(batch: OpenBatch): boolean {
    return this.hasRoom && (isFull(batch) || this.#flights.every((flight) => flight.isNearlyDone))
  }

  /** Number of the newest batch under way that changes what a query of the scope is answered from; null: none does. */
  newestAbout(scope: Scope, args: object): number | null {
    return this.#flights.findLast(({ batch }) => batch.touched.concerns(scope, args))?.seq ?? null
  }

  send(batch: OpenBatch): void {
    if (this.#journal === null) throw new Error('the journal is not open')
    const { now, metrics, onNearlyDone, onDurable, onFailed } = this.#events
    this.#seq += 1
    this.#sentAt = batch.at
    const [epoch, seq] = [this.#epoch, this.#seq]
    const flight: Flight = { batch, epoch, seq, sent: now(), isNearlyDone: false, failure: null }
    this.#flights.push(flight)
    const began = performance.now()
    metrics.batches.observe(batch.rows.effects)
    const nearlyDone = () => {
      flight.isNearlyDone = true
      if (this.#flights.includes(flight)) onNearlyDone()
    }
    const told = this.#journal
      .commit({ epoch, seq, at: batch.at, commands: batch.answers.length, rows: batch.rows }, nearlyDone)
      .then(
        () => {
          metrics.commits.observe((performance.now() - began) / 1_000)
          this.#flights.splice(this.#flights.indexOf(flight), 1)
          onDurable(flight)
        },
        (error: unknown) => {
          flight.failure =
            error instanceof JournalFailed ? error : new JournalFailed('the batch could not be sent', false, error)
          onFailed(flight.failure)
        },
      )
    const landed: Promise<unknown> = Promise.allSettled([told]).then(() => this.#commits.delete(landed))
    this.#commits.add(landed)
  }

  /** Resolves when every commit has ended in one way or the other. */
  async land(): Promise<void> {
    await Promise.all(this.#commits)
  }

  /** Rejects all flights. The next core finds out which of them are in the database; callers ask again with the same key. */
  abandon(refusal: () => Error): void {
    for (const flight of this.#flights.splice(0)) reject(flight, refusal)
  }

  /** What is sent from now on goes through another journal. */
  connect(journal: Journal): void {
    this.#journal = journal
  }

  /** What is sent from now on is of another epoch. */
  begin(epoch: number): void {
    this.#epoch = epoch
    this.#seq = 0
    this.#sentAt = 0
  }

  /** Ends the journal's connection. */
  async close(): Promise<void> {
    const journal = this.#journal
    this.#journal = null
    await journal?.close()
  }

  /** Tells the batches that reached the database and rejects the others. Holding the lease makes that final. */
  async settle(db: Database, siteGroup: string, tell: (flight: Flight) => void, refusal: () => Error): Promise<void> {
    for (const flight of [...this.#flights]) {
      if (flight.failure?.ambiguous && (await isCommitted(db, siteGroup, flight))) tell(flight)
      else reject(flight, refusal)
      this.#flights.splice(this.#flights.indexOf(flight), 1)
    }
  }
}

function reject({ batch }: Flight, refusal: () => Error): void {
  for (const { pending } of batch.answers) pending.reject(refusal())
}
