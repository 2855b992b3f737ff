import { Unavailable } from '../runner/index.ts'
import type { GatewayDeps } from './config.ts'

/** Contracts that no site trades now, as the core said last. */
export class RestWatch {
  readonly #deps: Pick<GatewayDeps, 'reads' | 'log'>
  readonly #changed: (instrument: string) => void
  #resting: ReadonlySet<string> = new Set()
  #isLooking = false

  /** `changed` hears of every instrument that begins or ends to rest. */
  constructor(deps: Pick<GatewayDeps, 'reads' | 'log'>, changed: (instrument: string) => void) {
    this.#deps = deps
    this.#changed = changed
  }

  has(instrument: string): boolean {
    return this.#resting.has(instrument)
  }

  /** Asks the core, unless it is being asked. While it restarts, the rests that were known go on. */
  async look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const resting = new Set((await this.#deps.reads.ask('oversea.rests', {})).value)
      const before = this.#resting
      this.#resting = resting
      for (const instrument of new Set([...before, ...resting]))
        if (before.has(instrument) !== resting.has(instrument)) this.#changed(instrument)
    } catch (error) {
      if (!(error instanceof Unavailable)) this.#deps.log.error({ err: error }, 'rests could not be read')
    } finally {
      this.#isLooking = false
    }
  }
}
