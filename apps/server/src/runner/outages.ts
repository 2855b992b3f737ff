/** Rules A: an outage counts beyond this. */
const outageMs = 3_000
/** How often an outage is told again while it lasts: rounds that open meanwhile belong to it too. */
const againMs = 1_000

/** A moment on two clocks: steady time, which nobody sets, and domain time. */
export interface Moment {
  readonly elapsed: number
  readonly domain: number
}

/** From when to when (domain time) members could not be answered. */
export interface Outage {
  readonly from: number
  readonly to: number
  /** The same one was told before, shorter. */
  readonly isLonger: boolean
}

/**
 * Notices that the running house answered nobody for more than 3 s. Either the process did nothing, as its event loop or the machine stood
 * still, or a batch did not become durable. Steady time counts, so that a fast domain clock makes no outages.
 */
export class OutageWatch {
  readonly #domain: () => number
  readonly #elapsed: () => number
  #awake: Moment
  #news: Outage[] = []
  #toldOf: Moment | null = null
  #toldAt = 0

  constructor(domain: () => number, elapsed: () => number = elapsedTime()) {
    this.#domain = domain
    this.#elapsed = elapsed
    this.#awake = this.now()
  }

  now(): Moment {
    return { elapsed: this.#elapsed(), domain: this.#domain() }
  }

  /** Call often, and before the core does anything; `waiting` is when the oldest batch was sent that has no answer yet. */
  look(waiting: Moment | null): void {
    const now = this.now()
    if (isOutage(this.#awake, now)) this.#tell(this.#awake, now, false)
    this.#awake = now
    if (waiting === null || !isOutage(waiting, now)) return
    const isLonger = this.#toldOf === waiting
    if (isLonger && now.elapsed - this.#toldAt < againMs) return
    this.#toldOf = waiting
    this.#toldAt = now.elapsed
    this.#tell(waiting, now, isLonger)
  }

  /** A batch that was sent at `since` became durable. */
  answered(since: Moment): void {
    const now = this.now()
    if (isOutage(since, now)) this.#tell(since, now, this.#toldOf === since)
  }

  get hasNews(): boolean {
    return this.#news.length > 0
  }

  /** What was noticed since the last call. */
  take(): Outage[] {
    return this.#news.splice(0)
  }

  /** A new core knows by itself what it missed. */
  forget(): void {
    this.#news = []
    this.#awake = this.now()
  }

  #tell(from: Moment, to: Moment, isLonger: boolean): void {
    this.#news.push({ from: from.domain, to: to.domain, isLonger })
  }
}

/** Now on both clocks: members wait in steady time, the core counts in whole milliseconds of domain time. */
const isOutage = (from: Moment, to: Moment): boolean =>
  to.elapsed - from.elapsed > outageMs && to.domain - from.domain > outageMs

/** A difference between the two clocks that is no rounding. */
const sleptMs = 1_000

/** Milliseconds that passed by the steady clock, or by the wall clock where that leapt: the steady one stands still while a machine sleeps. */
function elapsedTime(): () => number {
  let steady = performance.now()
  let day = Date.now()
  let slept = 0
  return () => {
    const [wasSteady, wasDay] = [steady, day]
    steady = performance.now()
    day = Date.now()
    const leap = day - wasDay - (steady - wasSteady)
    if (leap > sleptMs) slept += leap
    return steady + slept
  }
}
