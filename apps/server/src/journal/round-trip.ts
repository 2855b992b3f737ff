import pg from 'pg'

/** A statement that is prepared under its name at its first use. Values are all in the binary format of their types, or all texts. */
export interface Prepared {
  readonly name: string
  readonly text: string
  readonly values: readonly Buffer[] | readonly string[]
}

/** PostgreSQL's protocol 3.0: letters of messages that a client sends. */
const parse = 0x50
const bind = 0x42
const execute = 0x45
const flush = 0x48
const sync = 0x53

/** Messages to the server in one piece of memory, used again after `reset`. */
export class Messages {
  #buffer: Buffer
  #at = 0
  #message = 0

  constructor(bytes = 65_536) {
    this.#buffer = Buffer.allocUnsafeSlow(bytes)
  }

  /** Prepares a statement; the server finds out the types of its parameters. */
  parse(name: string, text: string): void {
    this.#begin(parse)
    this.#text(name)
    this.#text(text)
    this.#int16(0)
    this.#end()
  }

  /** Executes a prepared statement with values. Rows come back as text, without a description. */
  execute(name: string, values: Prepared['values']): void {
    this.#begin(bind)
    this.#text('')
    this.#text(name)
    const isBinary = typeof values[0] === 'object'
    // One format for all parameters.
    this.#int16(1)
    this.#int16(isBinary ? 1 : 0)
    this.#int16(values.length)
    for (const value of values) {
      if (typeof value === 'object') this.#bytes(value)
      else this.#bytes(Buffer.from(value, 'utf8'))
    }
    this.#int16(0)
    this.#end()
    this.#begin(execute)
    this.#text('')
    this.#int32(0)
    this.#end()
  }

  /** Has the server send what it has answered so far. */
  flush(): void {
    this.#begin(flush)
    this.#end()
  }

  /** Ends the round trip: after a failed statement the server goes on from here. */
  sync(): void {
    this.#begin(sync)
    this.#end()
  }

  /** All of it, in memory that must not be reset before it is sent. */
  take(): Buffer {
    return this.#buffer.subarray(0, this.#at)
  }

  reset(): void {
    this.#at = 0
  }

  #begin(letter: number): void {
    this.#need(5)
    this.#buffer[this.#at] = letter
    this.#message = this.#at + 1
    this.#at += 5
  }

  /** Writes the length of the message, itself included and its letter not. */
  #end(): void {
    this.#buffer.writeInt32BE(this.#at - this.#message, this.#message)
  }

  #text(value: string): void {
    this.#need(value.length * 3 + 1)
    this.#at += this.#buffer.write(value, this.#at, 'utf8')
    this.#buffer[this.#at] = 0
    this.#at += 1
  }

  #bytes(value: Buffer): void {
    this.#int32(value.length)
    this.#need(value.length)
    this.#at += value.copy(this.#buffer, this.#at)
  }

  #int16(value: number): void {
    this.#need(2)
    this.#at = this.#buffer.writeInt16BE(value, this.#at)
  }

  #int32(value: number): void {
    this.#need(4)
    this.#at = this.#buffer.writeInt32BE(value, this.#at)
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#at + bytes))
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}

export interface RoundTrip {
  readonly statements: readonly Prepared[]
  /** Names of statements that the connection has; those of this round trip are added. */
  readonly known: Set<string>
  readonly messages: Messages
  /** So many statements are left when `onNearlyDone` is called. */
  readonly left: number
  onNearlyDone(): void
}

/**
 * Sends statements in one write and waits for one answer: the server is asked to sync once, after the last of them. It answers each
 * statement by itself otherwise, which wakes both processes for each. Resolves with the tag of the last statement; a statement that fails
 * rejects, and the server skips those after it.
 */
export function roundTrip(client: pg.Client, trip: RoundTrip): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  client.query(new Statements(trip, resolve, reject))
  return promise
}

/**
 * What `pg` asks of a query in its pipeline; it takes subclasses of its own alone.
 *
 * It lets its trip go at its end. V8 puts a function that is written as the value of a property (`query.callback = () => ...`, as in `pg`) among
 * the old objects at once, and so keeps all that it refers to until these are marked: a batch with its rows and events, for seconds.
 */
class Statements extends pg.Query {
  /** Called once more by a query that was given up before: only the first counts. */
  callback: (error: Error | null) => void
  #trip: RoundTrip | null
  readonly #resolve: (tag: string) => void
  readonly #reject: (error: Error) => void
  #done = 0
  #tag = ''

  constructor(trip: RoundTrip, resolve: (tag: string) => void, reject: (error: Error) => void) {
    super({ text: '' })
    this.#trip = trip
    this.#resolve = resolve
    this.#reject = reject
    this.callback = this.#end.bind(this)
  }

  override submit = (connection: pg.Connection): void => {
    const { statements, known, messages, left } = this.#trip!
    for (const [place, { name, text, values }] of statements.entries()) {
      if (!known.has(name)) messages.parse(name, text)
      known.add(name)
      messages.execute(name, values)
      if (place === statements.length - left - 1) messages.flush()
    }
    messages.sync()
    connection.stream.write(messages.take())
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text
    this.#done += 1
    const trip = this.#trip
    if (trip !== null && this.#done === trip.statements.length - trip.left) trip.onNearlyDone()
  }

  /** The journal's statements fail where something is wrong; their rows say nothing. */
  handleDataRow(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }

  #end(error: Error | null): void {
    this.#trip = null
    if (error === null) this.#resolve(this.#tag)
    else this.#reject(error)
  }
}
