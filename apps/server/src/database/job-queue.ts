import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** The schema in which pg-boss keeps its jobs. */
export const jobSchema = 'pgboss'

/**
 * Brings pg-boss's own tables to the version of its package, as their owner, and lets the core's role use them. pg-boss takes a lock, so
 * starts that meet wait for each other; a start that is killed in between leaves what the next one completes.
 */
export async function migrateJobQueue(owner: pg.ClientConfig): Promise<void> {
  const boss = new PgBoss({
    ...(owner as ConstructorParameters<typeof PgBoss>[0] & object),
    schema: jobSchema,
    max: 1,
    supervise: false,
    schedule: false,
    registerInstance: false,
    reindex: false,
  })
  let failure: Error | null = null
  boss.on('error', (error) => {
    failure ??= error
  })
  try {
    await boss.start()
    const db = boss.getDb()
    await db.executeSql(`grant usage on schema ${jobSchema} to maru_core`)
    await db.executeSql(`grant select, insert, update, delete on all tables in schema ${jobSchema} to maru_core`)
    await db.executeSql(`grant usage on all sequences in schema ${jobSchema} to maru_core`)
  } finally {
    await boss.stop({ graceful: false })
  }
  if (failure !== null) throw failure
}
