import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** How much nicer than the process V8's threads are. With 10 orders waited longer in bursts (bench `sessionclose`). */
const nicerBy = 4
const nicest = 19

/** The kernel's name for the threads of this process that mark and sweep old objects, compile hot code and help with young objects. */
const threadName = 'V8Worker'

/**
 * Puts V8's threads behind the event loop and PostgreSQL, on Linux; elsewhere Node.js cannot set the priority of a single thread. Marking
 * takes a thread for a fifth of a second: at equal rights that is one of two processors for as long (bench `http`). Returns the ids of the
 * threads.
 */
export function deferBackgroundThreads(): number[] {
  if (process.platform !== 'linux') return []
  const nice = Math.min(nicest, getPriority() + nicerBy)
  const deferred: number[] = []
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() !== threadName) continue
      setPriority(Number(thread), nice)
      deferred.push(Number(thread))
    } catch {
      // The thread ended meanwhile, or the system forbids it: all runs as it did before.
    }
  }
  return deferred
}
