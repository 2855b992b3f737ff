import type { FeedSignal, Tick } from '../src/index.ts'

interface Delivered {
  readonly tick: Tick
  readonly at: number
  /** Which of the cores that lived one after another heard it. */
  readonly life: number
}
/** A stretch in which one core ran; outside of these nobody heard the feed. */
interface Life {
  readonly from: number
  to: number
}

/** What the market said, when it was heard and by whom: the auditor's own record, from which it recomputes every price. */
export class MarketRecord {
  readonly #ticks = new Map<string, Delivered[]>()
  readonly #signals: FeedSignal[] = []
  readonly #heard = new Map<string, number>() // when the running core first heard that a feed is live
  readonly #lives: Life[] = []
  readonly #sleeps: Life[] = []
  #awakeAt: number | null = null

  tick(tick: Tick, at: number): void {
    const list = this.#ticks.get(tick.instrument) ?? []
    list.push({ tick, at, life: this.#lives.length })
    this.#ticks.set(tick.instrument, list)
  }
  signal(signal: FeedSignal): void {
    if (signal.kind === 'feed' && signal.state === 'live' && !this.#heard.has(signal.instrument))
      this.#heard.set(signal.instrument, signal.at)
    this.#signals.push(signal)
  }
  born(at: number): void {
    this.#heard.clear()
    this.#lives.push({ from: at, to: Number.POSITIVE_INFINITY })
  }
  died(at: number): void {
    this.#lives.at(-1)!.to = at
  }
  /** A disturbance that was heard but not committed when the house died is forgotten with it. */
  forget(signal: FeedSignal): void {
    this.#signals.splice(this.#signals.indexOf(signal), 1)
  }

  /** Called with every call of the core: a clock that jumps over more than 3 s is an outage to the rounds under it. */
  awake(at: number): void {
    if (this.#awakeAt !== null && at - this.#awakeAt > 3_000) this.#sleeps.push({ from: this.#awakeAt, to: at })
    this.#awakeAt = at
  }

  /** True when one core lived through all of [from, to] and no jump of the clock fell into it. */
  heardAll(from: number, to: number): boolean {
    const overlaps = (sleep: Life) => sleep.from < to && sleep.to > from
    return this.#lives.some((life) => life.from <= from && life.to > to) && !this.#sleeps.some(overlaps)
  }

  /** What happened to the listener in [from, to], for a message. */
  describe(from: number, to: number): string {
    const spans = (lives: readonly Life[]) =>
      lives.filter((life) => life.from <= to && life.to >= from).map((life) => `${life.from}–${life.to}`)
    return `lives ${spans(this.#lives)}, sleeps ${spans(this.#sleeps)}`
  }

  /** The last tick with sourceTs ≤ T that was heard by `heardBy`, with `isLiving` by the core that lives; ties go to the later one. A venue's times may be a little out of order. */
  priceAt(instrument: string, T: number, heardBy: number, isLiving = false): Tick | null {
    const list = this.#ticks.get(instrument) ?? []
    let last: Tick | null = null
    for (let index = list.length - 1; index >= 0; index--) {
      const { tick, at, life } = list[index]!
      if (isLiving && life < this.#lives.length) break
      if (at <= heardBy && tick.sourceTs <= T && (last === null || tick.sourceTs > last.sourceTs)) last = tick
      if (last !== null && tick.sourceTs < last.sourceTs - 5_000) break
    }
    return last
  }

  /** The first tick with sourceTs ≥ from that came from `since` on and was heard by `heardBy`; a venue's clock may be ahead of the house's. */
  firstFrom(instrument: string, from: number, since: number, heardBy: number): Tick | null {
    const list = this.#ticks.get(instrument) ?? []
    let found: Tick | null = null
    for (let index = list.length - 1; index >= 0; index--) {
      const { tick, at } = list[index]!
      if (tick.sourceTs < from - 5_000 || at < since) break
      if (tick.sourceTs >= from && at <= heardBy) found = tick
    }
    return found
  }

  /** From when on the running core hears every tick; +∞ until it heard that the feed is live. */
  heardFrom(instrument: string): number {
    return this.#heard.get(instrument) ?? Number.POSITIVE_INFINITY
  }

  /** Whether the feed was live at T, by the signals that the core of that time heard. */
  liveAt(instrument: string, T: number): boolean {
    const life = this.#lives.findLast(({ from, to }) => from <= T && to >= T)
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
