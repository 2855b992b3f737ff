import type {
  CoreEvent,
  Effects,
  FillRow,
  FixingRow,
  FundingRow,
  PostingRow,
  Reply,
  Rows,
  StoredReplyRow,
} from './types.ts'

/** Holds the newest form of one row, and where it stands among the effects of the call that changed it last. */
export interface Cell<Row> {
  row: Row
  call: number
  slot: number
}

export const cell = <Row>(row: Row): Cell<Row> => ({ row, call: 0, slot: 0 })

/** Tables whose rows change; the others are only added to. */
type Kept = Exclude<keyof Rows, 'postings' | 'replies' | 'fills' | 'fundings' | 'fixings'>
type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Collects what one call changes: the newest form of each changed row once, postings and replies as they come. Rows are never
 * changed after they were handed over; a change replaces the cell's row.
 */
export class Collector implements Effects {
  reply: Reply | null = null
  readonly events: CoreEvent[] = []
  readonly rows: Mutable<Rows> = {
    wallets: [],
    house: [],
    postings: [],
    rounds: [],
    bets: [],
    replies: [],
    limits: [],
    members: [],
    options: [],
    futuresOptions: [],
    orders: [],
    positions: [],
    fills: [],
    futuresSettings: [],
    fundings: [],
    overseaOptions: [],
    fixings: [],
  }
  /** Row effects so far. */
  count = 0
  readonly #call: number

  /** `call` counts the calls of one core from 1. */
  constructor(call: number) {
    this.#call = call
  }

  put<K extends Kept>(table: K, changed: Cell<Rows[K][number]>): void {
    const rows = this.rows[table] as Rows[K][number][]
    if (changed.call === this.#call) {
      rows[changed.slot] = changed.row
      return
    }
    changed.call = this.#call
    changed.slot = rows.length
    rows.push(changed.row)
    this.count++
  }

  posting(row: PostingRow): void {
    this.rows.postings.push(row)
    this.count++
  }

  fill(row: FillRow): void {
    this.rows.fills.push(row)
    this.count++
  }

  funding(row: FundingRow): void {
    this.rows.fundings.push(row)
    this.count++
  }

  fixing(row: FixingRow): void {
    this.rows.fixings.push(row)
    this.count++
  }

  storedReply(row: StoredReplyRow): void {
    this.rows.replies.push(row)
    this.count++
  }

  event(event: CoreEvent): void {
    this.events.push(event)
  }
}
