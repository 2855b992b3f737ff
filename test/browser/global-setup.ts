import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import startDatabase from '../../apps/server/test/global-setup.ts'
import { buildWeb } from '../../scripts/build-web.js'
import { findBrowser } from './launch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    webDir: string
    consoleDir: string
  }
}

const built = (app: string) => fileURLToPath(new URL(`../../apps/${app}/dist`, import.meta.url))

/** What browser tests need before the first of them: the web application, the console, and a PostgreSQL with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb()
  // Unpacked here, once: workers that unpack it beside each other start one that is half there.
  await findBrowser()
  // A copy: a build beside the tests would take the files away from under open pages.
  const [webDir, consoleDir] = [copyOf('web'), copyOf('console')]
  project.provide('webDir', webDir)
  project.provide('consoleDir', consoleDir)
  const stopDatabase = await startDatabase(project)
  return async () => {
    await stopDatabase()
    for (const dir of [webDir, consoleDir]) rmSync(dir, { recursive: true, force: true })
  }
}

function copyOf(app: string): string {
  const dir = mkdtempSync(join(tmpdir(), `maru-${app}-`))
  // With the times of the files: what is compressed already stays newer than its source.
  cpSync(built(app), dir, { recursive: true, preserveTimestamps: true })
  return dir
}
