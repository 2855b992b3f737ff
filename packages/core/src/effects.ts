import { type AddedTable, type ChangingTable, noRows, type Rows, type RowsBefore } from './tables/index.ts'
import type { CoreEvent, Effects, LateReply, Reply } from './types.ts'

/** Holds the newest form of one row, and where it stands among the effects of the call that changed it last. */
export interface Cell<Row> {
  row: Row
  /** The form that the last effect told, or the database's; null: nobody was told of the row yet. */
  told: Row | null
  call: number
  slot: number
}

/** A row that begins. */
export const cell = <Row>(row: Row): Cell<Row> => ({ row, told: null, call: 0, slot: 0 })
/** A row as the database holds it. */
export const storedCell = <Row>(row: Row): Cell<Row> => ({ row, told: row, call: 0, slot: 0 })

type MemberEvent = Extract<CoreEvent, { to: 'member' }>
/** A queue of one member. */
type MemberQueue = Pick<MemberEvent, 'siteId' | 'memberId' | 'queue'>

/** A message whose data is built by who reads it. A class: an object with an accessor of its own costs as much as the data. */
class MemberMessage implements MemberEvent {
  readonly to = 'member'
  readonly siteId: number
  readonly memberId: number
  readonly queue: MemberEvent['queue']
  readonly event: string
  readonly #build: () => unknown

  constructor({ siteId, memberId, queue }: MemberQueue, event: string, build: () => unknown) {
    this.siteId = siteId
    this.memberId = memberId
    this.queue = queue
    this.event = event
    this.#build = build
  }

  get data(): unknown {
    return this.#build()
  }

  toJSON(): MemberEvent {
    const { to, siteId, memberId, queue, event, data } = this
    return { to, siteId, memberId, queue, event, data }
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Collects what one call changes: the newest form of each changed row once, rows of tables that are only added to as they come. Rows are
 * never changed after they were handed over; a change replaces the cell's row.
 */
export class Collector implements Effects {
  reply: Reply | null = null
  readonly late: LateReply[] = []
  readonly events: CoreEvent[] = []
  readonly rows: Mutable<Rows> = { ...noRows }
  readonly before: Mutable<RowsBefore> = { ...noRows }
  /** Row effects so far. */
  count = 0
  readonly #call: number

  /** `call` counts the calls of one core from 1. */
  constructor(call: number) {
    this.#call = call
  }

  put<T extends ChangingTable>(table: T, changed: Cell<Rows[T][number]>): void {
    if (changed.call === this.#call) {
      const rows = this.rows[table] as Rows[T][number][]
      rows[changed.slot] = changed.row
    } else {
      changed.call = this.#call
      changed.slot = this.rows[table].length
      this.#push(table, changed.row)
      const before = this.before[table] as (Rows[T][number] | null)[]
      if (changed.slot === 0) this.before[table] = [changed.told] as unknown as RowsBefore[T]
      else before.push(changed.told)
    }
    changed.told = changed.row
  }

  add<T extends AddedTable>(table: T, row: Rows[T][number]): void {
    this.#push(table, row)
  }

  event(event: CoreEvent): void {
    this.events.push(event)
  }

  /**
   * A message to a member. What it says is put together where somebody reads it, as most members are not listened to: `build` is pure, and
   * reads nothing that changes after this call.
   */
  tell(to: MemberQueue, event: string, build: () => unknown): void {
    this.events.push(new MemberMessage(to, event, build))
  }

  /** Most calls change few tables: all others share one empty list. */
  #push<T extends keyof Rows>(table: T, row: Rows[T][number]): void {
    const rows = this.rows[table] as Rows[T][number][]
    if (rows.length === 0) this.rows[table] = [row] as Rows[T]
    else rows.push(row)
    this.count++
  }
}
