/** A look at what members hold, longs less shorts, in KRW. */
export interface NetPoint {
  readonly at: number
  readonly won: number
}

const keptMs = 3_600_000

/** The net position of each site, minute by minute over the last hour. In memory: it begins anew with the server. */
export class NetHistory {
  readonly #read: (siteId: number) => Promise<number>
  readonly #points = new Map<number, NetPoint[]>()
  #isLooking = false

  constructor(read: (siteId: number) => Promise<number>) {
    this.#read = read
  }

  /** Looks at the sites, one after another; a look that still runs is not overtaken. `at` is a time in ms. */
  async look(siteIds: readonly number[], at: number): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      for (const siteId of siteIds) await this.#lookAt(siteId, at)
    } finally {
      this.#isLooking = false
    }
  }

  /** The points of a site, the oldest first, the newest of now. */
  async of(siteId: number, at: number): Promise<readonly NetPoint[]> {
    const known = this.#points.get(siteId) ?? []
    return [...known.filter((point) => point.at > at - keptMs && point.at < at), { at, won: await this.#read(siteId) }]
  }

  async #lookAt(siteId: number, at: number): Promise<void> {
    const won = await this.#read(siteId)
    const kept = (this.#points.get(siteId) ?? []).filter((point) => point.at > at - keptMs)
    this.#points.set(siteId, [...kept, { at, won }])
  }
}
