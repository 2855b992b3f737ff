/** A price that somebody waits for, as the watch keeps it. */
export interface Watched {
  readonly siteId: number
  readonly id: number
  readonly instrument: string
  readonly direction: 'ABOVE' | 'BELOW'
  /** In units of the instrument's price. */
  readonly price: number
  readonly isRepeated: boolean
  readonly isArmed: boolean
  readonly rungAt: number | null
}

/** One that rang is armed again once the price went back by so much, and not before it has rested. */
export interface Rest {
  readonly alertRestMs: number
  readonly alertBackPpm: number
}
/** What holds at a site. */
export type RestOf = (siteId: number) => Rest

interface Side {
  /** Sorted: the next one to be reached is the last. */
  readonly waiting: Watched[]
}

interface Lists {
  readonly ABOVE: Side
  readonly BELOW: Side
}

const keyOf = ({ siteId, id }: Pick<Watched, 'siteId' | 'id'>) => `${siteId}:${id}`
/** Smaller: reached later. */
const nearness = ({ direction, price }: Watched) => (direction === 'ABOVE' ? -price : price)

/** Every price that members wait for, by instrument: a price that reaches none costs two comparisons. */
export class PriceWatch {
  readonly #armed = new Map<string, Lists>()
  readonly #resting = new Map<string, Watched>()
  readonly #all = new Map<string, Watched>()

  get size(): number {
    return this.#all.size
  }

  /** Whether any rang and waits to be armed again. */
  get isResting(): boolean {
    return this.#resting.size > 0
  }

  /** Watches from now on; takes the place of what has the same id. */
  add(watched: Watched): void {
    this.remove(watched)
    this.#all.set(keyOf(watched), watched)
    if (!watched.isArmed) {
      this.#resting.set(keyOf(watched), watched)
      return
    }
    const { waiting } = this.#side(watched)
    waiting.splice(placeOf(waiting, nearness(watched)), 0, watched)
  }

  /** Watches it no more. */
  remove(name: Pick<Watched, 'siteId' | 'id'>): void {
    const found = this.#all.get(keyOf(name))
    if (found === undefined) return
    this.#all.delete(keyOf(name))
    if (this.#resting.delete(keyOf(name))) return
    const { waiting } = this.#side(found)
    const at = waiting.indexOf(found, placeOf(waiting, nearness(found)))
    if (at >= 0) waiting.splice(at, 1)
  }

  /** What a price of an instrument reaches; it is not watched any more, unless it is added again. */
  reach(instrument: string, price: number): readonly Watched[] {
    const lists = this.#armed.get(instrument)
    if (lists === undefined) return []
    const reached: Watched[] = []
    for (const { waiting } of [lists.ABOVE, lists.BELOW]) {
      for (let next = waiting.at(-1); next !== undefined && isReached(next, price); next = waiting.at(-1)) {
        waiting.pop()
        this.#all.delete(keyOf(next))
        reached.push(next)
      }
    }
    return reached
  }

  /** Those that rang, have rested and see the price back: they are armed again, as the answer says. */
  arm(priceOf: (instrument: string) => number | null, restOf: RestOf, now: number): readonly Watched[] {
    const again: Watched[] = []
    for (const watched of this.#resting.values()) {
      const { alertRestMs, alertBackPpm } = restOf(watched.siteId)
      if (now - (watched.rungAt ?? 0) < alertRestMs) continue
      const price = priceOf(watched.instrument)
      if (price !== null && isBack(watched, price, alertBackPpm)) again.push({ ...watched, isArmed: true })
    }
    for (const watched of again) this.add(watched)
    return again
  }

  #side({ instrument, direction }: Watched): Side {
    let lists = this.#armed.get(instrument)
    if (lists === undefined) {
      lists = { ABOVE: { waiting: [] }, BELOW: { waiting: [] } }
      this.#armed.set(instrument, lists)
    }
    return lists[direction]
  }
}

/** Whether a price is at or beyond the one that is waited for. */
export const isReached = (
  { direction, price: wanted }: Pick<Watched, 'direction' | 'price'>,
  price: number,
): boolean => (direction === 'ABOVE' ? price >= wanted : price <= wanted)

function isBack({ direction, price: wanted }: Watched, price: number, backPpm: number): boolean {
  const back = Math.ceil((wanted * backPpm) / 1_000_000)
  return direction === 'ABOVE' ? price <= wanted - back : price >= wanted + back
}

/** The first place of a sorted list whose entry is not nearer to the price by less. */
function placeOf(sorted: readonly Watched[], wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (nearness(sorted[middle] as Watched) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
