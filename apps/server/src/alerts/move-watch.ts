import { PriceTrail } from './price-trail.ts'
import type { RestOf } from './price-watch.ts'

/** A move that somebody waits for, up or down. */
export interface WatchedMove {
  readonly siteId: number
  readonly id: number
  readonly instrument: string
  readonly minutes: number
  /** In tenths of a percent of the price from which it moved. */
  readonly tenths: number
  readonly isArmed: boolean
  /** Only what moves from then on counts. */
  readonly armedAt: number
  readonly rungAt: number | null
}

/** A move that is as large as one that was waited for. */
export interface Moved {
  readonly watched: WatchedMove
  readonly isUp: boolean
  readonly tenths: number
}

interface OfInstrument {
  readonly trail: PriceTrail
  /** By minutes; the smallest move first. */
  readonly waiting: Map<number, WatchedMove[]>
}

const keyOf = ({ siteId, id }: Pick<WatchedMove, 'siteId' | 'id'>) => `${siteId}:${id}`
const longestMs = 3_600_000

/**
 * Every move that members wait for. Prices are kept for instruments that somebody watches, an hour long; a price that moves less than
 * anybody waits for costs one look a window.
 */
export class MoveWatch {
  readonly #instruments = new Map<string, OfInstrument>()
  readonly #resting = new Map<string, WatchedMove>()
  readonly #all = new Map<string, WatchedMove>()

  /** Whether any rang and waits to be armed again. */
  get isResting(): boolean {
    return this.#resting.size > 0
  }

  /** Watches from now on; takes the place of what has the same id. */
  add(watched: WatchedMove): void {
    this.remove(watched)
    this.#all.set(keyOf(watched), watched)
    if (!watched.isArmed) {
      this.#resting.set(keyOf(watched), watched)
      return
    }
    const { waiting } = this.#of(watched.instrument)
    const list = waiting.get(watched.minutes) ?? []
    waiting.set(watched.minutes, list)
    const larger = list.findIndex(({ tenths }) => tenths > watched.tenths)
    list.splice(larger < 0 ? list.length : larger, 0, watched)
  }

  /** Watches it no more. */
  remove(name: Pick<WatchedMove, 'siteId' | 'id'>): void {
    const found = this.#all.get(keyOf(name))
    if (found === undefined) return
    this.#all.delete(keyOf(name))
    if (!this.#resting.delete(keyOf(name))) this.#drop([found])
  }

  /** What a price moves far enough; it is not watched any more, unless it is added again. */
  price(instrument: string, price: number, at: number): readonly Moved[] {
    const of = this.#instruments.get(instrument)
    if (of === undefined) return []
    of.trail.add(price, at)
    const moved: Moved[] = []
    for (const [minutes, list] of of.waiting) {
      const from = at - minutes * 60_000
      const most = of.trail.move(from, price)
      for (const watched of list) {
        if (watched.tenths > most.tenths) break
        // What moved before it was armed is no news.
        const own = watched.armedAt <= from ? most : of.trail.move(watched.armedAt, price)
        if (own.tenths >= watched.tenths) moved.push({ watched, ...own })
      }
    }
    for (const { watched } of moved) this.#all.delete(keyOf(watched))
    this.#drop(moved.map(({ watched }) => watched))
    return moved
  }

  /** The feed is silent: the last price holds no longer. */
  silent(instrument: string, at: number): void {
    this.#instruments.get(instrument)?.trail.end(at)
  }

  /** The session is closed: where it opens again is no move. */
  closed(instrument: string): void {
    this.#instruments.get(instrument)?.trail.clear()
  }

  /** Those that rang and have rested: they are armed again, as the answer says, and count what moves from now on. */
  arm(restOf: RestOf, now: number): readonly WatchedMove[] {
    const again = [...this.#resting.values()]
      .filter(({ siteId, rungAt }) => now - (rungAt ?? 0) >= restOf(siteId).alertRestMs)
      .map((watched) => ({ ...watched, isArmed: true, armedAt: now }))
    for (const watched of again) this.add(watched)
    return again
  }

  #of(instrument: string): OfInstrument {
    let of = this.#instruments.get(instrument)
    if (of === undefined) {
      of = { trail: new PriceTrail(longestMs), waiting: new Map() }
      this.#instruments.set(instrument, of)
    }
    return of
  }

  #drop(some: readonly WatchedMove[]): void {
    for (const watched of some) {
      const { instrument, minutes } = watched
      const of = this.#instruments.get(instrument)
      const list = of?.waiting.get(minutes)
      if (of === undefined || list === undefined) continue
      list.splice(list.indexOf(watched), 1)
      if (list.length === 0) of.waiting.delete(minutes)
      if (of.waiting.size === 0) this.#instruments.delete(instrument)
    }
  }
}
