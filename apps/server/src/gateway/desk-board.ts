import type { ConsoleArea } from '@maru/contract'

/** A page of the console asks anew for what it shows: not more often than this. */
const everyMs = 250

/** What changed for the staff of each site, told together: a burst of deposits is one message. */
export class DeskBoard {
  readonly #tell: (siteId: number, areas: ConsoleArea[]) => void
  readonly #changed = new Map<number, Set<ConsoleArea>>()
  #timer: NodeJS.Timeout | null = null

  constructor(tell: (siteId: number, areas: ConsoleArea[]) => void) {
    this.#tell = tell
  }

  change(siteId: number, area: ConsoleArea): void {
    const areas = this.#changed.get(siteId)
    if (areas === undefined) this.#changed.set(siteId, new Set([area]))
    else areas.add(area)
    this.#timer ??= setTimeout(() => this.#flush(), everyMs).unref()
  }

  #flush(): void {
    this.#timer = null
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const [siteId, areas] of changed) this.#tell(siteId, [...areas])
  }
}
