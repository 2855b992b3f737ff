import type { TestProject } from 'vitest/node'
import startDatabase from '../../apps/server/test/global-setup.ts'
import { buildWeb } from '../../scripts/build-web.js'

/** What browser tests need before the first of them: the built web application and a PostgreSQL with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb()
  return await startDatabase(project)
}
