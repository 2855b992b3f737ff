import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type OwnerConnection, startEmbedded } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { templateName, testTokenSecret } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: OwnerConnection
  }
}

/** One PostgreSQL a test run with a migrated template; each test file copies it. Without fsync: what survives a crash is tested elsewhere. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-test-'))
  const server = await startEmbedded({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      shared_buffers: '64MB',
      max_connections: '300',
      scram_iterations: '1', // thousands of connections are made, and hashing was most of what each cost
    },
  })
  const owner = new pg.Client({ ...server.connection, database: 'postgres' })
  await owner.connect()
  await owner.query(`create database ${templateName}`)
  await owner.end()
  await migrate({ ...server.connection, database: templateName }, testTokenSecret)
  project.provide('postgres', server.connection)
  return async () => {
    await server.stop(0)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
