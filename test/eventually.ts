import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until the answer is right; fails with the last one. Unlike `expect.poll` it can be used by concurrent tests and by helpers. */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  isRight: (answer: T) => boolean,
  timeoutMs = 30_000,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const last = await ask()
    if (isRight(last)) return last
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(last)} after ${timeoutMs} ms`)
    await sleep(100)
  }
}
