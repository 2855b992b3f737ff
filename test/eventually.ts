import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'

/**
 * Asks until the answer is right; fails with the last one. The only wait by the clock that tests have. Unlike `expect.poll` it can be used by
 * concurrent tests and by helpers.
 */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  isRight: (answer: T) => boolean,
  timeoutMs = 30_000,
  everyMs = 25,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const last = await ask()
    if (isRight(last)) return last
    if (performance.now() > end) throw new Error(`still ${inspect(last)} after ${timeoutMs} ms`)
    await sleep(everyMs)
  }
}
