import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { testSecrets } from '../../test/template.ts'
import { migrate } from './migrate.ts'

test('a start lets the roles in although the start of another database of the cluster is changing them', async () => {
  const database = await testDatabase()
  const other = new pg.Client({ ...database.owner, database: 'postgres' })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('alter role maru_api with login')
    const migrated = migrate(database.owner, testSecrets)
    const isWaiting = async () => {
      const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await database.run(text)).length === 1
    }
    await expect.poll(isWaiting).toBe(true)
    await other.query('commit')
    await migrated
  } finally {
    await other.end()
    await database.drop()
  }
})
