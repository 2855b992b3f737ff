import type { Deposited, EpochMs, LimitWindow, Minor } from '../types.ts'
import { ResultHistory } from './history.ts'

/** What was credited to one member over 30 days by the wall clock. */
export class DepositHistory {
  /** A deposit counts as a stake of which nothing comes. */
  readonly #sums = new ResultHistory()
  #newestAt = 0

  /** Deposits in order of `at`. */
  add({ dnwId, currency, at, amount }: Deposited): void {
    this.#sums.add({ sourceId: dnwId, currency, at, stake: amount, profit: 0n })
    this.#newestAt = at
  }

  used(window: LimitWindow, currency: string, at: EpochMs): Minor {
    return this.#sums.used('STAKE', window, currency, at)
  }

  /** What the widest window holds at the newest one. */
  all(): Deposited[] {
    return this.#sums
      .all(this.#newestAt)
      .map(({ sourceId, currency, at, stake }) => ({ dnwId: sourceId, currency, at, amount: stake }))
  }
}
