import { randomUUID } from 'node:crypto'
import type { Command, CoreSnapshot, FeedSignal, IdempotencyKey, VenueUpdate, WalletRow } from '@maru/core'

/** A book of trading as benches play it: two markets of it, its prices, and what a member sends. */
export interface Playbook {
  readonly queue: 'futures' | 'oversea'
  /** The wallet behind a margin account. */
  readonly wallet: Pick<WalletRow, 'type' | 'currency'>
  /** Prices move in the first; the second is for those who have nothing to do with it. */
  readonly instruments: readonly [moved: string, calm: string]
  readonly startPrice: number
  /** Between the acceptance of a market order and its execution. */
  readonly execDelayMs: number
  readonly options: Pick<CoreSnapshot, 'futuresOptions' | 'overseaOptions'>
  /** Puts the same markets up in a house that runs. */
  readonly configure: readonly Command[]
  /** What the market says before trading begins. */
  signals(at: number): FeedSignal[]
  /** An instrument's order book and mark at a price, so deep that any order fills. */
  quotes(instrument: string, price: number, at: number): VenueUpdate[]
  /** A wallet with enough for any order of a bench. */
  opening(memberId: number): Command
  /** A market order of the bench's usual size. */
  order(memberId: number, side: 'LONG' | 'SHORT', market?: 'moved' | 'calm'): Command
}

export const keyOf = (route: string): IdempotencyKey => ({
  key: randomUUID(),
  route,
  bodyHash: '0123456789abcdef'.repeat(4),
})

let books = 0

/** An order book of one level each way. */
export const bookAround = (
  instrument: string,
  [bid, ask]: readonly [number, number],
  depth: number,
  at: number,
): VenueUpdate => ({
  kind: 'depth',
  instrument,
  sourceTs: at,
  recvTs: at,
  correctedTs: at,
  u: ++books,
  bids: [[bid, depth]],
  asks: [[ask, depth]],
})
