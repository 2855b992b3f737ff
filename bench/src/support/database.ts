import { readConfig } from '../../../apps/server/src/config.ts'
import { openAll } from '../../../apps/server/src/database/index.ts'
import type { Database } from '../../../apps/server/src/ports.ts'

/** Works on the database of a folder on which no server runs. */
export async function withDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const config = readConfig({ DATA_DIR: dataDir }, dataDir)
  const opened = await openAll({ config, progress: () => undefined, onError: console.error })
  try {
    return await work(opened.db)
  } finally {
    await opened.close()
  }
}
