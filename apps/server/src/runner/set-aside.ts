import { type Command, replyKeyOf, replyName } from '@maru/core'
import type { Logger } from 'pino'
import type { Database } from '../ports.ts'
import type { FeedInput } from './batch-builder.ts'

/** What the market said, or a command, broke an invariant: memory is lost, and a restored core must not be told it again. */
export class BrokeCore extends Error {
  override readonly name = 'BrokeCore'
  readonly input: FeedInput | Command

  constructor(input: FeedInput | Command, cause: Error) {
    super(cause.message, { cause })
    this.input = input
  }
}

/** A command under a key that broke the core before; it is not executed again. */
export class CommandSetAside extends Error {
  override readonly name = 'CommandSetAside'
}

/** What an input is about: an instrument, or a pair of currencies. */
export function subjectOf(input: FeedInput): string {
  if (input.kind === 'tick') return input.tick.instrument
  if (input.kind === 'venueUpdate') return input.update.instrument
  return 'pair' in input.signal ? input.signal.pair : input.signal.instrument
}

/**
 * Inputs that broke an invariant: each is stored for a person to look at, and told to no core again. Nothing more is heard of an instrument
 * of which one was: it is stale until the process starts anew. A command is known by its key.
 */
export class SetAside {
  readonly #db: Database
  readonly #log: Logger
  readonly #subjects = new Set<string>()
  readonly #keys = new Set<string>()

  constructor(db: Database, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** How many instruments, pairs and commands it are. */
  get count(): number {
    return this.#subjects.size + this.#keys.size
  }

  /** What is not heard any more, as staff read it; null: nothing was set aside. */
  told(): string | null {
    const parts = [...this.#subjects].sort().map((subject) => `${subject} is heard no more`)
    if (this.#keys.size > 0) parts.push(`${this.#keys.size} commands are not executed`)
    return parts.length === 0 ? null : parts.join(', ')
  }

  isStopped(subject: string): boolean {
    return this.#subjects.has(subject)
  }

  has(command: Command): boolean {
    if (this.#keys.size === 0) return false
    const key = replyKeyOf(command)
    return key !== null && this.#keys.has(replyName(key))
  }

  /** Takes it in. `at`: wall clock, ms. */
  add({ input, message }: BrokeCore, at: number): void {
    const isFeed = !('actor' in input)
    const key = isFeed ? null : replyKeyOf(input)
    const subject = isFeed ? subjectOf(input) : key === null ? '' : replyName(key)
    if (isFeed) this.#subjects.add(subject)
    else if (key !== null) this.#keys.add(subject)
    this.#log.error({ kind: input.kind, subject, error: message }, 'an input broke the core and is set aside')
    const text = JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    this.#db
      .system((tx) =>
        tx.query('insert into input_set_aside (at, kind, subject, input, error) values ($1, $2, $3, $4, $5)', [
          at,
          input.kind,
          subject,
          text,
          message,
        ]),
      )
      .catch((error: unknown) => this.#log.error({ err: error, text }, 'what was set aside could not be stored'))
  }
}
