import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** A look at a figure of a site, or at several. */
interface Minute<T> {
  readonly at: number
  readonly value: T
}

const keptMs = 3_600_000
const everyMs = 60_000

/** A figure of each site, minute by minute over the last hour. In memory: it begins anew with the server. */
export class Minutes<T> {
  readonly #read: (siteId: number) => Promise<T>
  readonly #points = new Map<number, Minute<T>[]>()
  #isLooking = false

  constructor(read: (siteId: number) => Promise<T>) {
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

  /** The points of a site, the oldest first, the newest of now; `value`: where it is known already. */
  async of(siteId: number, at: number, value?: T): Promise<Minute<T>[]> {
    const known = this.#points.get(siteId) ?? []
    const now = { at, value: value ?? (await this.#read(siteId)) }
    return [...known.filter((point) => point.at > at - keptMs && point.at < at), now]
  }

  async #lookAt(siteId: number, at: number): Promise<void> {
    const value = await this.#read(siteId)
    const kept = (this.#points.get(siteId) ?? []).filter((point) => point.at > at - keptMs)
    this.#points.set(siteId, [...kept, { at, value }])
  }
}

/** Looks at a figure of all sites each minute as long as the server runs. `what`: for the log. */
export function keepMinutes<T>(
  app: FastifyInstance,
  { clocks, log }: Pick<Deps, 'clocks' | 'log'>,
  what: string,
  read: (siteId: number) => Promise<T>,
): Minutes<T> {
  const minutes = new Minutes(read)
  const look = () =>
    minutes
      .look(
        app.sites.all().map(({ id }) => id),
        clocks.wall(),
      )
      .catch((error: unknown) => log.warn({ err: error, what }, 'a figure of the sites could not be looked at'))
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(() => void look(), everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return minutes
}
