// The thread of a dry run: restores a core from the database, and counts on it.
import { parentPort, workerData } from 'node:worker_threads'
import { createCore } from '@maru/core'
import { openDatabase } from '../database/pool.ts'
import { readSnapshot } from '../runner/restore.ts'
import type { Task } from './dry-run.ts'

const { connection, siteGroup, siteId, places, now, wall } = workerData as Task
const db = openDatabase({ core: connection, api: connection }, (error) => {
  throw error
})
try {
  const core = createCore(await readSnapshot(db, siteGroup, { at: now, wall }))
  parentPort?.postMessage({ at: now, ...core.ask('exposure.open', { siteId, places }, now) })
} finally {
  await db.close()
}
