import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import startDatabase from '../../apps/server/test/global-setup.ts'
import { buildWeb } from '../../scripts/build-web.js'

declare module 'vitest' {
  interface ProvidedContext {
    webDir: string
  }
}

const built = fileURLToPath(new URL('../../apps/web/dist', import.meta.url))

/** What browser tests need before the first of them: the web application, and a PostgreSQL with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb()
  // A copy: a build beside the tests would take the files away from under open pages.
  const webDir = mkdtempSync(join(tmpdir(), 'maru-web-'))
  // With the times of the files: what is compressed already stays newer than its source.
  cpSync(built, webDir, { recursive: true, preserveTimestamps: true })
  project.provide('webDir', webDir)
  const stopDatabase = await startDatabase(project)
  return async () => {
    await stopDatabase()
    rmSync(webDir, { recursive: true, force: true })
  }
}
