import type { EpochMs, LimitKind, LimitWindow, Minor, SettledResult } from '../types.ts'

const DAY_MS = 86_400_000
export const windowMs: Readonly<Record<LimitWindow, number>> = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS }
const windows = Object.keys(windowMs) as LimitWindow[]

/** Settled results of one member over 30 days, with running sums for each window: a question costs what has aged since. */
export class ResultHistory {
  readonly #currencies = new Map<string, CurrencyResults>()

  /** Results in order of `at`. */
  add(result: SettledResult): void {
    let results = this.#currencies.get(result.currency)
    if (!results) {
      results = new CurrencyResults()
      this.#currencies.set(result.currency, results)
    }
    results.add(result)
  }

  /** Σ stakes (STAKE) or Σ −profit (LOSS) of what settled in the window before `at`. */
  used(kind: LimitKind, window: LimitWindow, currency: string, at: EpochMs): Minor {
    return this.#currencies.get(currency)?.used(kind, window, at) ?? 0n
  }

  /** Every result that the widest window holds at `at`, by currency and then time. */
  all(at: EpochMs): SettledResult[] {
    return [...this.#currencies.values()].flatMap((results) => results.within(at - windowMs['30d']))
  }
}

class CurrencyResults {
  #results: SettledResult[] = []
  readonly #sums = windows.map((window) => ({ window, ms: windowMs[window], from: 0, stake: 0n, loss: 0n }))

  add(result: SettledResult): void {
    this.#results.push(result)
    for (const sum of this.#sums) {
      sum.stake += result.stake
      sum.loss -= result.profit
    }
    this.#forget()
  }

  used(kind: LimitKind, window: LimitWindow, at: EpochMs): Minor {
    const sum = this.#sums.find((one) => one.window === window)!
    for (;;) {
      const oldest = this.#results[sum.from]
      if (!oldest || oldest.at > at - sum.ms) break
      sum.from++
      sum.stake -= oldest.stake
      sum.loss += oldest.profit
    }
    return kind === 'STAKE' ? sum.stake : sum.loss
  }

  within(after: EpochMs): SettledResult[] {
    return this.#results.slice(this.#widest.from).filter((result) => result.at > after)
  }

  get #widest() {
    return this.#sums.at(-1)!
  }

  /** Drops what no window holds any more, now and then. */
  #forget(): void {
    const newest = this.#results.at(-1)!.at
    this.used('STAKE', '30d', newest)
    const gone = this.#widest.from
    if (gone < 1_024 || gone * 2 < this.#results.length) return
    for (const sum of this.#sums) this.used('STAKE', sum.window, newest)
    this.#results = this.#results.slice(gone)
    for (const sum of this.#sums) sum.from -= gone
  }
}

/** The newest of what counts against limits of all members, so that one who sets his first limit misses nothing that his history was read before. */
export class Newest<T extends { readonly at: EpochMs }> {
  #results: { readonly memberId: number; readonly result: T }[] = []
  #first = 0

  add(memberId: number, result: T): void {
    this.#results.push({ memberId, result })
    const horizon = result.at - KEEP_NEWEST_MS
    while (this.#results[this.#first]!.result.at < horizon) this.#first++
    if (this.#first > 4_096 && this.#first * 2 > this.#results.length) {
      this.#results = this.#results.slice(this.#first)
      this.#first = 0
    }
  }

  of(memberId: number): T[] {
    return this.#results.flatMap((one, index) =>
      index >= this.#first && one.memberId === memberId ? [one.result] : [],
    )
  }
}

const KEEP_NEWEST_MS = 120_000
