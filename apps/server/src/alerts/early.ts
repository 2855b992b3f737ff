import type { Deps } from '../deps.ts'
import type { Alert, Teller } from './teller.ts'

const everyMs = 2_000
/** So many members are looked at at once. */
const atOnce = 20
/** It tells again once the ratio was so far below. */
const calmPpm = 50_000

interface Wish {
  readonly siteId: number
  readonly memberId: number
  readonly ratioPpm: number
}

/**
 * Tells members who asked for it of a margin ratio below the one at which the site warns. It asks the core's reads in turns, for those
 * members alone; what was told is kept in memory, and by the hour in the rows of what was told, so that a restart tells it no second time.
 */
export class EarlyWatch {
  readonly #deps: Pick<Deps, 'reads' | 'clocks' | 'log'>
  readonly #teller: Teller
  readonly #wishes = new Map<string, Wish>()
  readonly #told = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null

  constructor(deps: Pick<Deps, 'reads' | 'clocks' | 'log'>, teller: Teller) {
    this.#deps = deps
    this.#teller = teller
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#look()
        .catch((error: Error) => this.#deps.log.warn({ err: error }, 'margin ratios were not looked at and will be'))
        .finally(() => {
          this.#running = null
        })
    }, everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#wishes.clear()
    await this.#running
  }

  /** From which percentage on a member wants to be told; null: not. */
  choose(siteId: number, memberId: number, percent: number | null): void {
    const key = `${siteId}:${memberId}`
    if (percent === null) this.#wishes.delete(key)
    else this.#wishes.set(key, { siteId, memberId, ratioPpm: percent * 10_000 })
  }

  async #look(): Promise<void> {
    const wishes = [...this.#wishes.values()]
    for (let from = 0; from < wishes.length; from += atOnce)
      await Promise.all(wishes.slice(from, from + atOnce).map((wish) => this.#lookAt(wish)))
  }

  async #lookAt({ siteId, memberId, ratioPpm: wanted }: Wish): Promise<void> {
    const { value: ratios } = await this.#deps.reads.ask('futures.ratios', { siteId, memberId })
    for (const { positionId, stock, koName, ratioPpm } of ratios) {
      const name = `${siteId}:${memberId}:${positionId ?? 'cross'}`
      if (ratioPpm < wanted - calmPpm) this.#told.delete(name)
      if (ratioPpm < wanted || this.#told.has(name)) continue
      this.#told.add(name)
      const hour = Math.floor(this.#deps.clocks.wall() / 3_600_000)
      const ratio = (Math.floor(ratioPpm / 1_000) / 10).toFixed(1)
      const subject: Alert['subject'] = { kind: 'LIQUIDATION', koName, stock, book: 'futures', what: 'EARLY', ratio }
      this.#teller.offer({ siteId, memberId, subject, key: `early:${positionId ?? 'cross'}:${wanted}:${hour}` })
    }
  }
}
