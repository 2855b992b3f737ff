import { bySystem, type Command, type SiteConfig } from '../src/index.ts'
import type { House } from './house.ts'
import { Random } from './random.ts'
import { wallOf } from './uses.ts'

const MINUTE_MS = 60_000

/** Tells a house of releases about now, over each other, moved and taken away again. It has chances of its own. */
export class ReleaseCalendar {
  readonly #random: Random
  readonly #house: House
  readonly #sites: readonly number[]

  constructor(seed: number, house: House, sites: readonly SiteConfig[]) {
    this.#random = new Random(seed ^ 0x1b873593)
    this.#house = house
    this.#sites = sites.map(({ siteId }) => siteId)
  }

  step(): void {
    const random = this.#random
    if (random.int(0, 999) >= 8) return
    const siteId = random.pick(this.#sites)
    const times = Array.from(
      { length: random.int(0, 4) },
      () => wallOf(this.#house.now) + random.int(-50 * MINUTE_MS, 50 * MINUTE_MS),
    )
    this.#house.command({ kind: 'setReleases', ...bySystem(siteId), times })
  }
}

/** What auditors know of releases: when less leverage opens, by the times that a house was told. */
export class Releases {
  readonly #times = new Map<number, readonly number[]>()
  #saved = new Map<number, readonly number[]>()

  observe(command: Command | null): void {
    if (command?.kind === 'setReleases') this.#times.set(command.siteId, command.times)
  }

  committed(): void {
    this.#saved = new Map(this.#times)
  }

  crashed(): void {
    this.#times.clear()
    for (const [siteId, times] of this.#saved) this.#times.set(siteId, times)
  }

  /** Until when a site holds leverage down because of releases; null: it does not. One window after another counts on. */
  until({ siteId, isReleaseHalved, halvingLeadMs, halvingTailMs }: SiteConfig, at: number): number | null {
    const times = isReleaseHalved ? (this.#times.get(siteId) ?? []) : []
    const now = wallOf(at)
    let until = now
    for (let isLonger = true; isLonger; ) {
      const next = times.filter((time) => time - halvingLeadMs <= until && time + halvingTailMs > until)
      isLonger = next.length > 0
      until = Math.max(until, ...next.map((time) => time + halvingTailMs))
    }
    return until === now ? null : until
  }
}
