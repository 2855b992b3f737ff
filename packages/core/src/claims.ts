import type { Collector } from './effects.ts'
import type { Ctx, EpochMs, Minor } from './types.ts'

/** What open CROSS and overseas positions of a wallet are worth at the current prices. */
export interface OpenResult {
  readonly result: Minor
  /** What the next funding takes; 0 or less. */
  readonly funding: Minor
  /** Whether all prices that count are known. Nothing is available until they are. */
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
  /** Whether the feeds of all prices behind CROSS and overseas positions are live. No money leaves until they are. */
  isLive(at: EpochMs): boolean
  /** What may not leave yet, also where its time is over. */
  locks(): Iterable<Lock>
  /** The claim was counted by an older configuration. Work counts it anew; whatever touches the wallet does so first. */
  isStale(): boolean
  /** Counts anew where that is due. */
  countAnew(turn: ClaimTurn): void
  /** Stakes of the wallet changed: claims and guards are counted anew. It posts nothing, cancels nothing and judges nobody. */
  onWallet(turn: ClaimTurn): void
}
