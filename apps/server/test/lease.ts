import { readLease, takeLease } from '../src/journal/index.ts'
import type { Database } from '../src/ports.ts'

/** Takes the lease of the main group whoever has it; returns the epoch. */
export async function seizeLease(db: Database, name: string, backend: number | null = null): Promise<number> {
  const epoch = await takeLease(db, 'main', await readLease(db, 'main'), { name, backend, url: null })
  if (epoch === null) throw new Error('the lease changed meanwhile')
  return epoch
}
