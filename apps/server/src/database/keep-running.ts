import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres, Running } from './embedded.ts'
import { alive, end, signal } from './processes.ts'

const lookEveryMs = 250
const longestPauseMs = 10_000

/** Keeps a server running until `stop`: one that ended is started again, at the same address. */
export function keepRunning(
  first: Running,
  startAgain: (before: Running) => Promise<Running>,
  onError: (error: Error) => void = () => undefined,
): EmbeddedPostgres {
  let running = first
  let isWanted = true
  let starting: Promise<void> | null = null

  async function revive(): Promise<void> {
    onError(new Error(`PostgreSQL (pid ${running.pid}) ended; it is started again`))
    for (let pauseMs = lookEveryMs; isWanted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        running = await startAgain(running)
        return
      } catch (error) {
        onError(error as Error)
        for (let waited = 0; waited < pauseMs && isWanted; waited += 50) await sleep(50)
      }
    }
  }
  const look = setInterval(() => {
    if (starting !== null || alive(running.pid)) return
    starting = revive().finally(() => {
      starting = null
    })
  }, lookEveryMs)
  look.unref()
  const forgo = () => {
    isWanted = false
    clearInterval(look)
  }

  return {
    connection: first.connection,
    get pid() {
      return running.pid
    },
    async stop(patienceMs = 2_000) {
      forgo()
      await starting
      await end(running.pid, patienceMs)
      if (running.sockets?.temporary) rmSync(running.sockets.dir, { recursive: true, force: true })
    },
    abandon() {
      forgo()
      signal(running.pid, 'SIGQUIT')
    },
  }
}
