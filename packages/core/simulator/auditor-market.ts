import type { FeedSignal, Tick } from '../src/index.ts'

interface Delivered {
  readonly tick: Tick
  readonly at: number
}
/** A stretch in which one core lived; outside of them nobody listened. */
interface Life {
  readonly from: number
  to: number
}

/** What the market said, when it was heard and by whom: the auditor's own record, from which it recomputes every price. */
export class MarketRecord {
  readonly #ticks = new Map<string, Delivered[]>()
  readonly #signals: FeedSignal[] = []
  readonly #lives: Life[] = []

  tick(tick: Tick, at: number): void {
    const list = this.#ticks.get(tick.instrument) ?? []
    list.push({ tick, at })
    this.#ticks.set(tick.instrument, list)
  }
  signal(signal: FeedSignal): void {
    this.#signals.push(signal)
  }
  born(at: number): void {
    this.#lives.push({ from: at, to: Number.POSITIVE_INFINITY })
  }
  died(at: number): void {
    this.#lives.at(-1)!.to = at
  }

  /** True when one core lived through all of [from, to]. */
  heardAll(from: number, to: number): boolean {
    return this.#lives.some((life) => life.from <= from && life.to >= to)
  }

  /** Longest time in [from, to] in which no core lived. */
  deafness(from: number, to: number): number {
    let longest = 0
    for (let index = 1; index < this.#lives.length; index++) {
      const gapFrom = this.#lives[index - 1]!.to
      const gapTo = this.#lives[index]!.from
      if (gapFrom < to && gapTo > from) longest = Math.max(longest, gapTo - gapFrom)
    }
    return longest
  }

  /** The last tick with sourceTs ≤ T that was heard by `heardBy`; ties go to the later one. */
  priceAt(instrument: string, T: number, heardBy: number): Tick | null {
    const list = this.#ticks.get(instrument) ?? []
    for (let index = list.length - 1; index >= 0; index--) {
      const { tick, at } = list[index]!
      if (at <= heardBy && tick.sourceTs <= T) return tick
      if (tick.sourceTs < T - 3_600_000) return null
    }
    return null
  }

  /** The first tick with sourceTs in [from, to] that was heard by `heardBy`. */
  firstIn(instrument: string, from: number, to: number, heardBy: number): Tick | null {
    const list = this.#ticks.get(instrument) ?? []
    let found: Tick | null = null
    for (let index = list.length - 1; index >= 0; index--) {
      const { tick, at } = list[index]!
      if (tick.sourceTs < from) break
      if (tick.sourceTs <= to && at <= heardBy) found = tick
    }
    return found
  }

  /** Whether the feed was live at T as the core that lived then was told. */
  liveAt(instrument: string, T: number): boolean {
    const life = this.#lives.find(({ from, to }) => from <= T && to >= T)
    if (!life) return false
    let live = false
    for (const signal of this.#signals)
      if (signal.kind === 'feed' && signal.instrument === instrument && signal.at >= life.from && signal.at <= T)
        live = signal.state === 'live'
    return live
  }

  disturbedIn(instrument: string, from: number, to: number): boolean {
    return this.#signals.some(
      (signal) =>
        signal.kind === 'disturbance' && signal.instrument === instrument && signal.at >= from && signal.at <= to,
    )
  }
}
