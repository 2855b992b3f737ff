import type { Collector } from './effects.ts'
import type { Ctx, EpochMs, Minor } from './types.ts'

/** What open positions that a wallet stands behind as a whole are worth at the prices that hold. */
export interface OpenResult {
  readonly result: Minor
  /** What the next funding takes; 0 or less. */
  readonly funding: Minor
  /** Whether all prices are known that must be: until they are nothing is available. */
  readonly isKnown: boolean
}

/** An amount that may not leave its wallet before a time of the wall clock: a deposit's hold. It may be traded with. */
export interface Lock {
  readonly until: EpochMs
  readonly amount: Minor
}

/** A turn, as far as claims may use it. */
interface ClaimTurn extends Ctx {
  readonly siteGroup: string
  readonly effects: Collector
}

/** One book's claims on one wallet. Undecided stakes are `firm` in the ledger: they need no claimant. */
export interface Claimant {
  /** Isolated positions and orders: consumed by their own result only. */
  fenced(): Minor
  /** Initial margin of positions and orders that the wallet stands behind as a whole. */
  cross(): Minor
  openResult(): OpenResult
  /** Whether the feeds of all prices behind positions that the wallet stands behind as a whole are live: until they are nothing leaves. */
  isLive(at: EpochMs): boolean
  /** What may not leave yet, also where its time is over. */
  locks(): Iterable<Lock>
  /** A configuration asks other than what was counted last: work counts anew, and whatever touches the wallet does so first. */
  isStale(): boolean
  /** Counts anew where that is due. */
  countAnew(turn: ClaimTurn): void
  /** Stakes of the wallet changed: claims and guards are counted anew. It posts nothing, cancels nothing and judges nobody. */
  onWallet(turn: ClaimTurn): void
}
