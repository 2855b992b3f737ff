import { byStaff } from '../src/index.ts'
import type { House } from './house.ts'
import { Random } from './random.ts'
import { OPERATOR } from './world.ts'

/** Operators who change at what share of its margin an account is warned and cut. They have chances of their own. */
export class ThresholdOperators {
  readonly #random: Random
  readonly #house: House
  readonly #siteIds: readonly number[]

  constructor(seed: number, house: House, sites: readonly { readonly siteId: number }[]) {
    this.#random = new Random(seed ^ 0x6c8e9cf5)
    this.#house = house
    this.#siteIds = sites.map(({ siteId }) => siteId)
  }

  step(): void {
    const random = this.#random
    if (random.int(0, 1_999) >= 1) return
    this.#house.command({
      kind: 'configure',
      ...byStaff(random.pick(this.#siteIds), OPERATOR, 'thresholds are changed'),
      scope: 'site',
      optionId: null,
      changes: random.pick([
        { futuresWarnPpm: 800_000, futuresCalmPpm: 700_000 },
        { futuresWarnPpm: 600_000, futuresCalmPpm: 500_000 },
        { overseaLosscutPpm: 200_000, overseaWarnPpm: 400_000, overseaCalmPpm: 500_000 },
        { overseaLosscutPpm: 350_000, overseaWarnPpm: 400_000, overseaCalmPpm: 600_000 },
        { overseaLosscutPpm: 250_000, overseaWarnPpm: 300_000, overseaCalmPpm: 700_000 },
        { overseaLosscutPpm: 800_000, overseaWarnPpm: 900_000, overseaCalmPpm: 950_000 },
      ]),
      effectiveFrom: null,
    })
  }
}

/** The sites of a house as their operators configured them, and as the last batch has them. */
export class Sites<Site extends { readonly siteId: number }> {
  readonly now: Map<number, Site>
  #saved: ReadonlyMap<number, Site>

  constructor(sites: readonly Site[]) {
    this.now = new Map(sites.map((site) => [site.siteId, site]))
    this.#saved = new Map(this.now)
  }

  observe(sites: readonly Site[]): void {
    for (const site of sites) this.now.set(site.siteId, site)
  }

  committed(): void {
    this.#saved = new Map(this.now)
  }

  crashed(): void {
    for (const [siteId, site] of this.#saved) this.now.set(siteId, site)
  }
}
