import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../runner/index.ts'
import type { ReadSnapshot } from './event-board.ts'

const againMs = 250

/** Reads a snapshot once the core can give it, for as long as somebody waits for it. */
export const whenAvailable =
  (read: ReadSnapshot, isWanted: () => boolean): ReadSnapshot =>
  () => {
    const given = read()
    return given instanceof Promise ? given.catch((error: unknown) => again(read, isWanted, error)) : given
  }

async function again(read: ReadSnapshot, isWanted: () => boolean, first: unknown) {
  for (let error = first; ; ) {
    if (!(error instanceof Unavailable) || !isWanted()) throw error
    await sleep(againMs)
    try {
      return await read()
    } catch (next) {
      error = next
    }
  }
}
