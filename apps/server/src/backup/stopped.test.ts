import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCommand, startCommand } from '../../test/command.ts'
import { until } from '../../test/until.ts'
import { readConfig } from '../config.ts'
import { openAll } from '../database/index.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'

let shelf: string
let dataDir: string
/** A whole backup of it; tests that damage one take a copy. */
let kept: string
let place: string
let tests = 0

beforeAll(async () => {
  shelf = mkdtempSync(join(tmpdir(), 'maru-backup-'))
  dataDir = join(shelf, 'house')
  await inHouse(dataDir, (run) =>
    run(`
      insert into wallet values (1, 7, 'BINARY', 'KRW', 100, 0);
      insert into house_account values (1, 'PROVIDER_CLEARING', 'KRW', -100);
      insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, at) values
        (1, 1, 1, 'MEMBER', 7, 'BINARY', 'KRW', 100, 'DEMO_GRANT', 0),
        (1, 2, 1, 'PROVIDER_CLEARING', null, null, 'KRW', -100, 'DEMO_GRANT', 0);
      insert into statement_day values (1, 'bank', 'KRW', '2026-11-01', 0, 100, true, 5);
      insert into statement_line (site_id, provider, currency, kind, provider_ref, amount, fee, at, value_date, day, seen_at, txn_id)
        values (1, 'bank', 'KRW', 'deposit', 'B-1', 100, 0, 1, '2026-11-01', '2026-11-01', 5, 1);
      insert into house_movement (site_id, posting_id, txn_id, provider, sub, currency, amount, reason, names, seen_at, is_shown)
        values (1, 2, 1, 'bank', '', 'KRW', 100, 'DEMO_GRANT', '{}', 5, true);
      insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('main', 3, 9, 1000, 1, 3)`),
  )
  writeFileSync(join(dataDir, 'timestamps.jsonl'), '{"at":1}\n')
  kept = join(shelf, 'kept')
  expect(await backupTo(kept)).toMatchObject({ code: 0 })
})
afterAll(() => rmSync(shelf, { recursive: true, force: true }))
beforeEach(() => {
  place = join(shelf, `test-${++tests}`)
  mkdirSync(place)
})

const backupTo = (to: string, env: Record<string, string> = {}) =>
  runCommand('backup', ['--to', to], { DATA_DIR: dataDir, ...env })
const restoreTo = (to: string, from: string, env: Record<string, string> = {}) =>
  runCommand('restore', ['--from', from], { DATA_DIR: to, ...env })

async function inHouse(
  at: string,
  work: (run: (text: string) => Promise<Record<string, unknown>[]>) => Promise<unknown>,
) {
  const config = readConfig({ DATA_DIR: at }, at)
  const opened = await openAll({ config, progress: () => undefined, onError: () => undefined })
  try {
    await work((text) => opened.db.system((tx) => tx.query(text)))
  } finally {
    await opened.close()
  }
}

test('a stopped house: what it had is in the restored one, and the ledger balances', async () => {
  const manifest = JSON.parse(readFileSync(join(kept, 'manifest.json'), 'utf8')).manifest
  expect(manifest).toMatchObject({ kind: 'cluster', source: 'stopped', newestBatch: { epoch: 3, seq: 9, at: 1_000 } })
  const to = join(place, 'house')
  const { code, output } = await restoreTo(to, kept)
  expect(output).toContain('✓ wallet-is-sum-of-postings: 0')
  expect(output).toContain('The ledger balances')
  expect(code).toBe(0)
  await inHouse(to, async (run) => {
    expect(await run('select posted from wallet')).toEqual([{ posted: '100' }])
    expect(await run('select epoch, seq from journal_batch')).toEqual([{ epoch: '3', seq: '9' }])
    // What the statements showed, and which postings they showed.
    expect(await run('select closing, is_final from statement_day')).toEqual([{ closing: '100', is_final: true }])
    expect(await run('select provider_ref, txn_id from statement_line')).toEqual([{ provider_ref: 'B-1', txn_id: '1' }])
    expect(await run('select posting_id, is_shown from house_movement')).toEqual([{ posting_id: '2', is_shown: true }])
  })
  expect(readFileSync(join(to, 'timestamps.jsonl'), 'utf8')).toBe('{"at":1}\n')
  // Its next start knows that it begins anew from a backup.
  expect(readFileSync(join(to, 'restored'), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/)
})

test('nothing of DATA_DIR is forgotten: what no backup takes is of one run only', () => {
  const ofOneRun = ['holder', 'postgres.log', 'socket', 'postgres']
  expect(
    readdirSync(dataDir)
      .filter((name) => !ofOneRun.includes(name))
      .sort(),
  ).toEqual(readdirSync(join(kept, 'data')).sort())
})

test('secrets are in the backup, readable by their owner only, also one that the environment gave', async () => {
  const secret = 'of the environment, and long enough'
  const to = join(place, 'backup')
  expect((await backupTo(to, { TOKEN_SECRET: secret })).output).toContain('It holds the secrets of this installation')
  expect(readFileSync(join(to, 'data/token-secret'), 'utf8').trim()).toBe(secret)
  for (const name of ['data/token-secret', 'data/postgres-password', 'manifest.json', 'postgres/PG_VERSION'])
    expect(statSync(join(to, name)).mode & 0o777, name).toBe(0o600)
  expect(statSync(to).mode & 0o777).toBe(0o700)
  const refused = await restoreTo(join(place, 'house'), to, { TOKEN_SECRET: 'another one, and long enough too..' })
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('TOKEN_SECRET is not the one') })
  expect(existsSync(join(place, 'house'))).toBe(false)
})

test('a damaged backup is refused before anything is written', async () => {
  const damages: readonly (readonly [what: RegExp, damage: (folder: string) => void])[] = [
    [
      /postgres\/PG_VERSION is not as it was written/,
      (folder) => writeFileSync(join(folder, 'postgres/PG_VERSION'), '81\n'),
    ],
    [/global\/pg_control is not as/, (folder) => appendFileSync(join(folder, 'postgres/global/pg_control'), 'x')],
    [/data\/postgres-password is missing/, (folder) => rmSync(join(folder, 'data/postgres-password'))],
    [/manifest.json is not JSON/, (folder) => appendFileSync(join(folder, 'manifest.json'), '}')],
    [/is no finished backup/, (folder) => rmSync(join(folder, 'manifest.json'))],
    [
      /manifest.json is not as it was written/,
      (folder) => {
        const file = join(folder, 'manifest.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('"seq": 9', '"seq": 8'))
      },
    ],
  ]
  const damaged = join(place, 'backup')
  for (const [what, damage] of damages) {
    cpSync(kept, damaged, { recursive: true })
    damage(damaged)
    const to = join(place, 'house')
    expect(await restoreTo(to, damaged)).toMatchObject({ code: 1, output: expect.stringMatching(what) })
    expect(existsSync(to)).toBe(false)
    rmSync(damaged, { recursive: true })
  }
})

test('a backup of a newer version, another PostgreSQL or another kind of machine, or that names files outside of it, is refused', async () => {
  const whole = readManifest(kept)
  const { postgres, files } = whole
  const others: readonly (readonly [what: RegExp, manifest: Manifest])[] = [
    [/a newer version of Maru \(migration 9999\)/, { ...whole, migration: 9_999 }],
    [/is of PostgreSQL 12\.1, and/, { ...whole, postgres: { ...postgres, version: '12.1' } }],
    [/was made on sunos-sparc/, { ...whole, postgres: { ...postgres, platform: 'sunos-sparc' } }],
    [/is of another version of Maru/, { ...whole, files: [{ ...files[0]!, path: '../outside' }] }],
    [/is of another version of Maru/, { ...whole, folders: ['/etc'] }],
    [/set DATABASE_URL to an empty one/, { ...whole, kind: 'dump' }],
  ]
  const other = join(place, 'backup')
  cpSync(kept, other, { recursive: true })
  for (const [what, manifest] of others) {
    writeManifest(other, manifest)
    expect(await restoreTo(join(place, 'house'), other)).toMatchObject({ code: 1, output: expect.stringMatching(what) })
    expect(readdirSync(place)).toEqual(['backup'])
  }
})

test('a target that is not empty is refused, and stays as it is', async () => {
  writeFileSync(join(place, 'mine'), 'x')
  expect(await restoreTo(place, kept)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/DATA_DIR .* is not empty/),
  })
  expect(await backupTo(place)).toMatchObject({ code: 1, output: expect.stringMatching(/the folder .* is not empty/) })
  expect(await backupTo(join(place, 'mine'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('it is a file'),
  })
  expect(await backupTo(join(dataDir, 'backup'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('lies in DATA_DIR'),
  })
  expect(await restoreTo(join(place, 'house'), kept, { DATABASE_URL: 'postgres://x/y' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('unset DATABASE_URL'),
  })
  expect(readdirSync(place)).toEqual(['mine'])
})

test('an interrupted backup leaves nothing that looks like one, and the next one clears up', async () => {
  const to = join(place, 'backup')
  const interrupt = async (signal: NodeJS.Signals) => {
    const { child, ended } = startCommand('backup', ['--to', to], { DATA_DIR: dataDir })
    const begun = join(place, `backup.unfinished-${child.pid}`, 'postgres/base')
    await until('it copies', () => existsSync(begun), 5)
    child.kill(signal)
    return { pid: child.pid, ...(await ended) }
  }
  expect(await interrupt('SIGTERM')).toMatchObject({ code: 1, output: expect.stringContaining('SIGTERM ended it') })
  expect(readdirSync(place)).toEqual([])
  const { pid } = await interrupt('SIGKILL')
  expect(readdirSync(place)).toEqual([`backup.unfinished-${pid}`])
  const refused = await restoreTo(join(place, 'house'), join(place, `backup.unfinished-${pid}`))
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is no finished backup') })
  expect(await backupTo(to)).toMatchObject({ code: 0 })
  expect(readdirSync(place)).toEqual(['backup'])
})

test('a copied folder is told by a command that it was restored, which a running house refuses', async () => {
  const copy = join(place, 'copy')
  await restoreTo(copy, kept)
  const env = { DATA_DIR: copy }
  expect(await runCommand('restored', [], env)).toMatchObject({ code: 0, output: expect.stringContaining('Noted.') })
  await inHouse(copy, async (run) => {
    expect(await run('select timeline from database_identity')).toEqual([{ timeline: 0 }])
    const refused = await runCommand('restored', [], env)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('stop it first') })
  })
})

test('a folder without a house is refused, and nothing is made in it', async () => {
  for (const name of ['audit', 'backup'] as const) {
    const refused = await runCommand(name, name === 'backup' ? ['--to', join(place, 'x')] : [], { DATA_DIR: place })
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('has no database') })
  }
  expect(await runCommand('backup', [], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage: npm run backup -- --to DIR'),
  })
  expect(readdirSync(place)).toEqual([])
})

test('the audit of a stopped house tells each rule, and ends with 1 where one does not hold', async () => {
  const to = join(place, 'house')
  expect(await restoreTo(to, kept)).toMatchObject({ code: 0 })
  const sound = await runCommand('audit', [], { DATA_DIR: to })
  expect(sound).toMatchObject({ code: 0, output: expect.stringContaining('✓ transaction-sums-to-zero: 0') })
  await inHouse(to, (run) => run('update wallet set posted = 101'))
  const { code, output } = await runCommand('audit', ['--full'], { DATA_DIR: to })
  expect(code).toBe(1)
  expect(output).toContain('✗ wallet-is-sum-of-postings: 1\n    on site 1\n    {"site_id":"1","member_id":"7"')
  await inHouse(to, async (run) => {
    expect(await run('select breaks, is_full from reconciliation order by at')).toEqual([
      { breaks: '0', is_full: true },
      { breaks: '0', is_full: false },
      { breaks: '1', is_full: true },
    ])
  })
})
