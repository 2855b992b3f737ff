// The thread of a dry run: restores a core from the database, and counts on it.
import { parentPort, workerData } from 'node:worker_threads'
import { createCore } from '@maru/core'
import { openDatabase } from '../database/pool.ts'
import { readSnapshot } from '../runner/restore.ts'
import type { Task } from './dry-run.ts'
import { namesOf, raisedBy } from './raised.ts'

const { connection, siteGroup, siteId, items, now, wall } = workerData as Task
const db = openDatabase({ core: connection, api: connection }, (error) => {
  throw error
})
try {
  const core = createCore(await readSnapshot(db, siteGroup, { at: now, wall }))
  const raised = await raisedBy(db, siteId, items)
  const ids = raised === null ? [] : core.ask('exposure.cut', raised, now)
  const cut = await namesOf(db, siteId, ids)
  parentPort?.postMessage({ at: now, cut, ...core.ask('exposure.open', { siteId, places: items }, now) })
} finally {
  await db.close()
}
