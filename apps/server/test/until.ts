import { setTimeout as sleep } from 'node:timers/promises'

/** Long beside what is waited for: a machine with much to do must not fail a test. */
const patienceMs = 60_000

/** Looks until there is something to see, and gives it. The only wait by the clock that tests have. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  everyMs = 20,
): Promise<T> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(everyMs)) {
    const seen = await look()
    if (seen) return seen
  }
  throw new Error(`never: ${what}`)
}
