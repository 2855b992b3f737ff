import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { type ServerUnderLoad, serverUnderLoad } from '../../test/server-under-load.ts'
import { readConfig } from '../config.ts'
import { openAll } from '../database/index.ts'

let place: string
let server: ServerUnderLoad
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'maru-backup-'))
  server = await serverUnderLoad()
})
afterAll(async () => {
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

test('a house that runs under load is backed up, killed and restored: what was acknowledged before the end of the backup is there', async () => {
  await expect.poll(() => server.bets.size).toBeGreaterThan(20)
  const before = [...server.bets.values()]
  const backup = join(place, 'backup')
  const { code, output } = await runCommand('backup', ['--to', backup], { DATA_DIR: server.dataDir })
  expect(output).toContain('It was taken of a running house')
  expect(code).toBe(0)

  // Bets that were in the database before the newest batch that the backup names: acknowledged before it ended.
  const { newestBatch } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')).manifest
  const sure = await server.sql(`select id from bet where accepted_at < ${newestBatch.at} order by id`)
  expect(await runCommand('audit', [], { DATA_DIR: server.dataDir })).toMatchObject({ code: 0 })
  for (const pid of server.postgresProcesses()) process.kill(pid, 'SIGKILL')
  server.child.kill('SIGKILL')

  const dataDir = join(place, 'house')
  const restored = await runCommand('restore', ['--from', backup], { DATA_DIR: dataDir })
  expect(restored.output).toContain('The ledger balances')
  expect(restored.code).toBe(0)
  const config = readConfig({ DATA_DIR: dataDir }, dataDir)
  const opened = await openAll({ config, progress: () => undefined, onError: () => undefined })
  try {
    const query = (text: string) => opened.db.system((tx) => tx.query<{ id: string }>(text))
    const found = new Set((await query('select id from bet')).map(({ id }) => id))
    expect(sure.filter(({ id }) => !found.has(String(id)))).toEqual([])
    expect(before.filter((id) => !found.has(String(id)))).toEqual([])
    const during = sure.filter(({ id }) => !before.includes(Number(id)))
    expect(during.length).toBeGreaterThan(0)
    const { epoch, seq } = newestBatch
    expect(await query(`select 1 from journal_batch where epoch = ${epoch} and seq = ${seq}`)).toHaveLength(1)
    expect((await query('select count(*)::int as n from pg_replication_slots'))[0]).toEqual({ n: 0 })
  } finally {
    await opened.close()
  }
})
