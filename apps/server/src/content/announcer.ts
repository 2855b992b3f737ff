import type { Deps } from '../deps.ts'
import { noticesToAnnounce, noticesToEnd, setAnnounced, setEnded } from './notice-store.ts'

const everyMs = 500

export interface Announcer {
  start(): void
  /** Sends what is due; called when a notice was published, so that nobody waits for the next look. */
  look(): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends forced notices to the members of their site when their time has come, and takes them from their screens when it is over. A notice
 * is marked after it was sent: one that a crash came between is sent again, and pages show it once. Whoever was away asks for what he did
 * not confirm.
 */
export function createAnnouncer({ db, bus, clocks, log }: Pick<Deps, 'db' | 'bus' | 'clocks' | 'log'>): Announcer {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let isStopped = false

  const once = () =>
    db.system(async (tx) => {
      const now = clocks.wall()
      for (const row of await noticesToAnnounce(tx, now)) {
        const { title, content } = row
        bus.publish('control', {
          kind: 'notice',
          siteId: Number(row.site_id),
          data: { id: Number(row.id), title, content },
        })
        await setAnnounced(tx, row, now)
      }
      for (const row of await noticesToEnd(tx, now)) {
        bus.publish('control', { kind: 'noticeGone', siteId: Number(row.site_id), data: { id: Number(row.id) } })
        await setEnded(tx, row, now)
      }
    })
  const run = async () => {
    try {
      do {
        isAskedAgain = false
        await once()
      } while (isAskedAgain && !isStopped)
    } catch (error) {
      log.error({ err: error }, 'forced notices were not announced and will be')
    }
  }
  const look = () => {
    isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  const wait = () => {
    timer = setTimeout(async () => {
      await look()
      if (!isStopped) wait()
    }, everyMs)
    timer.unref()
  }
  return {
    start: wait,
    look,
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}
