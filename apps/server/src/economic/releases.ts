import { bySystem } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

const everyMs = 5_000
const hourMs = 3_600_000
/** A window lasts at most an hour after its release, and begins at most four hours before. */
const behindMs = hourMs
const aheadMs = 7 * 24 * hourMs

/** Tells the core the near releases of importance 3 of each site, wherever they are others than it was told last. */
export function releaseTeller({ core, db, clocks }: Pick<Deps, 'core' | 'db' | 'clocks'>): () => Promise<number> {
  const told = new Map<number, string>()
  return async () => {
    const now = clocks.wall()
    const sites = await db.system((tx) =>
      tx.query<{ id: string; times: string[] }>(
        `select s.id, coalesce(array_agg(distinct e.at) filter (where e.at is not null), '{}') as times
           from site s
           left join economic_event e on e.site_id = s.id and e.importance = 3 and e.at > $1 and e.at < $2
          group by s.id`,
        [now - behindMs, now + aheadMs],
      ),
    )
    let changed = 0
    for (const { id, times } of sites) {
      const siteId = Number(id)
      const text = times.join()
      if (!core.serves(siteId) || told.get(siteId) === text) continue
      const { status } = await core.submit({ kind: 'setReleases', ...bySystem(siteId), times: times.map(Number) })
      if (status >= 400) continue // the site is not open in the core yet
      told.set(siteId, text)
      changed += 1
    }
    return changed
  }
}

/** Tells it from the start on, and every few seconds, so that an import counts whoever made it. */
export function keepTelling(app: FastifyInstance, deps: Deps): void {
  const tell = releaseTeller(deps)
  let running: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | null = null
  const look = () => {
    running ??= tell()
      .catch((error: Error) => deps.log.warn({ err: error }, 'the core was not told of releases and will be'))
      .finally(() => {
        running = null
      })
  }
  app.addHook('onReady', async () => {
    look()
    timer = setInterval(look, everyMs)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    if (timer !== null) clearInterval(timer)
    await running
  })
}
