import { eventually } from '../../../test/eventually.ts'

/** Long beside what is waited for: a machine with much to do must not fail a test. */
const patienceMs = 60_000

type Seen<T> = T | null | undefined | false

/** Looks until there is something to see, and returns it; fails with `what` was waited for. */
export async function until<T>(what: string, look: () => Promise<Seen<T>> | Seen<T>, everyMs?: number): Promise<T> {
  const seen = await eventually<Seen<T>>(look, Boolean, patienceMs, everyMs).catch((error: Error) => {
    throw new Error(`never: ${what} (${error.message})`)
  })
  return seen as T
}
