import type { ExposureSums } from '@maru/contract'

/** Where the board reads and says what a site stands for. */
interface Ends {
  readonly read: (siteId: number) => Promise<ExposureSums>
  readonly tell: (siteId: number, sums: ExposureSums) => void
  readonly failed: (error: unknown) => void
}

/** What each site stands for, as long as somebody looks: read with every beat, and told where it changed. */
export class ExposureBoard {
  readonly #ends: Ends
  /** How many look at a site, and what they were told last. */
  readonly #sites = new Map<number, { seats: number; told: string }>()
  #isReading = false

  constructor(ends: Ends) {
    this.#ends = ends
  }

  /** Somebody looks; the returned function ends that. */
  join(siteId: number): () => void {
    const site = this.#sites.get(siteId) ?? { seats: 0, told: '' }
    this.#sites.set(siteId, site)
    site.seats += 1
    let isHere = true
    return () => {
      if (!isHere) return
      isHere = false
      site.seats -= 1
      if (site.seats === 0) this.#sites.delete(siteId)
    }
  }

  /** Reads the sites that are looked at, one after another; a beat that comes while one still runs is left out. */
  async beat(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      for (const [siteId, site] of [...this.#sites]) await this.#look(siteId, site)
    } finally {
      this.#isReading = false
    }
  }

  async #look(siteId: number, site: { told: string }): Promise<void> {
    try {
      const sums = await this.#ends.read(siteId)
      const { at: _, ...figures } = sums
      const text = JSON.stringify(figures)
      if (text === site.told || this.#sites.get(siteId) !== site) return
      site.told = text
      this.#ends.tell(siteId, sums)
    } catch (error) {
      this.#ends.failed(error)
    }
  }
}
