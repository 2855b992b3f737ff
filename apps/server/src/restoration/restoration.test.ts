import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { copyOf, type TestDatabase, testDatabase } from '../../test/database.ts'
import { type Call, startTestServer, type TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, staffOf } from '../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'
import { writeMark } from '../backup/index.ts'
import { ConfigError } from '../config.ts'
import { payoutBarJob } from '../jobs/index.ts'
import { ProviderConfigurations } from '../providers/configuration.ts'
import type { Provider, Providers } from '../providers/index.ts'
import { signedProvider } from '../providers/signed-provider.ts'
import { noticeRestore, tellRestored } from './index.ts'

const atOnce = { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, withdrawDayMax: '1000000000' }
const patience = { timeout: 60_000, interval: 100 }
const move = 2 ** 40

describe('a house that begins anew from a backup', () => {
  let sandbox: TestSandbox
  let backup: TestDatabase
  let server: TestServer
  let desk: ReturnType<typeof staffOf>
  let jobs: pg.Client
  let member: Awaited<ReturnType<typeof enrolled>>
  /** The newest payout of the house that was lost, and its key. */
  let lost: { readonly id: number; readonly key: string }

  /** A withdrawal that the desk approved; gives its payout. */
  async function approved(
    point: string,
  ): Promise<{ readonly id: number; readonly key: string; readonly dnwId: number }> {
    const asked = await member.post('/api/dnw/apply', { type: 'W', point, otp: member.otp() })
    expect(asked.status).toBe(200)
    const { id } = asked.body
    const done = await (await desk('finance')).post(`/api/console/dnw/${id}/approve`, { reason: '확인', version: 1 })
    if (done.status === 202)
      await (await desk('finance2')).post(`/api/console/approvals/${done.body.approvalId}/approve`, { reason: '확인' })
    const [row] = await server.database.run('select id, key from payout where dnw_id = $1', [id])
    return { id: Number(row!['id']), key: String(row!['key']), dnwId: id }
  }
  const stateOf = async (payoutId: number) =>
    (
      await server.database.run(
        `select p.state, d.status, o.last_error as why from payout p join dnw d on d.id = p.dnw_id
           join outgoing o on o.site_id = p.site_id and o.id = p.key where p.id = $1`,
        [payoutId],
      )
    )[0]
  const begin = async (database?: TestDatabase) => {
    server = await startTestServer({ sandbox: sandbox.sandbox, ...(database && { database }) })
    sandbox.tell(server.url)
    desk = staffOf(server)
  }
  const paidAtBank = async (key: string) => (await (await fetch(sandbox.sandbox.url)).text()).includes(key)
  const providersOf = ({ deps: { config, db, log } }: TestServer): Providers => {
    const sandboxOf = (siteId: number) => (siteId === 1 ? sandbox.sandbox : null)
    const configurations = new ProviderConfigurations(config.tokenSecret, { db, now: Date.now, sandboxOf })
    return {
      async of(siteId, name) {
        const access = await configurations.of(siteId, name)
        return access && signedProvider({ name, siteId, access, log, now: Date.now, timeoutMs: 10_000 })
      },
    }
  }
  const ask = (providers = providersOf(server)) =>
    payoutBarJob({ deps: server.deps, providers, now: Date.now }).run(new AbortController().signal)
  /** Providers that do not answer what is asked of them, in one way or the other. */
  const without = (parts: Partial<Provider>): Providers => ({
    async of(siteId, name) {
      const provider = await providersOf(server).of(siteId, name)
      return provider && { ...provider, ...parts }
    },
  })
  const bars = async (siteId = 1) =>
    (
      await server.database.run(
        'select provider from payout_bar where site_id = $1 and lifted_at is null order by provider',
        [siteId],
      )
    ).map(({ provider }) => provider)

  beforeAll(async () => {
    sandbox = await startTestSandbox()
    await begin()
    await configureMoney(server, atOnce)
    // Of whichever server runs.
    const now = { ...server, call: (path: string, call?: Call) => server.call(path, call) }
    member = await enrolled(now, 'demo1')
    await server.stop()
    backup = await copyOf(server.database)
    await begin(server.database)
    lost = await approved('777000')
    await vi.waitFor(async () => expect(await stateOf(lost.id)).toMatchObject({ state: 'CONFIRMED' }), patience)
    await server.close()
    // The job of the server waits: the test asks when it wants to.
    jobs = new pg.Client(backup.owner)
    await jobs.connect()
    await jobs.query(`select pg_advisory_lock(hashtext('maru.jobs'), hashtext('payout-bars'))`)
    await begin(backup)
  })
  afterAll(async () => {
    await jobs.end()
    await server.close()
    sandbox.stop()
  })

  test('gives ids far beyond those of the house that was lost', async () => {
    const [row] = await server.database.run('select how, first_id from restoration')
    expect(row).toMatchObject({ how: 'DATABASE' })
    expect(Number(row!['first_id'])).toBeGreaterThan(move)
    expect(lost.id).toBeLessThan(move)
  })

  test('pays nothing and completes nothing until each provider was asked what was paid since', async () => {
    expect(await bars()).toContain('bank')
    const { body } = await server.call('/readyz')
    expect(body.details.restoration).toContain('1:bank')
    expect(await (await server.call('/metrics')).body).toMatch(/maru_payout_bars [1-9]/)
    const one = await approved('777000')
    expect(one.id).toBeGreaterThan(move)
    expect(one.key).not.toBe(lost.key)
    await vi.waitFor(async () => expect((await stateOf(one.id))?.['why']).toBe('PAYOUT_BARRED'), patience)
    expect(await stateOf(one.id)).toMatchObject({ state: 'QUEUED', status: 'APPROVED' })
    const { body: health } = await (await desk('finance')).get('/api/console/provider/health')
    expect(health.find(({ provider }: { provider: string }) => provider === 'bank')).toMatchObject({
      barred: { waiting: 1 },
    })
    // A bank that cannot be asked stays barred.
    const unknown = { outcome: 'UNKNOWN', providerRef: null, detail: null, result: null } as const
    for (const parts of [{ status: async () => unknown }, { statement: async () => null }]) {
      await ask(without(parts))
      expect(await bars()).toContain('bank')
    }
    await ask()
    expect(await bars()).not.toContain('bank')
    await vi.waitFor(async () => expect(await stateOf(one.id)).toMatchObject({ status: 'COMPLETED' }), patience)
    expect(await paidAtBank(one.key)).toBe(true)
    // What the lost house paid is missing in the books: its line fits nothing, and names the key.
    const lines = await server.database.run(
      `select reference from statement_line where kind = 'payout' and txn_id is null and reference = $1`,
      [lost.key],
    )
    expect(lines).toHaveLength(1)
  })

  test('lets the payouts of a provider that cannot state go on once two persons have seen what it paid', async () => {
    const [bar] = await server.database.run(
      `select provider, barred_at::text as at from payout_bar where site_id = 15 and lifted_at is null order by provider limit 1`,
    )
    const [provider, at] = [String(bar!['provider']), Number(bar!['at'])]
    const [finance, finance2] = [await desk('finance'), await desk('finance2')]
    const request = { reason: '제공사 목록을 보았습니다', provider, at, evidence: 'list 7 of its office' }
    const lift = (parts: object = {}) => finance.post('/api/console/provider/bar', { ...request, ...parts }, 15)
    expect([(await lift({ at: at - 1 })).status, (await lift({ provider: 'nobody' })).status]).toEqual([409, 404])
    const { approvalId } = (await lift()).body
    const again = await finance2.post('/api/console/provider/bar', { ...request, evidence: 'its letter' }, 15)
    expect([again.status, again.body.code]).toEqual([409, 'APPROVAL_ALREADY_ASKED'])
    const page = (await finance2.get('/api/console/approvals', 15)).body.content[0]
    expect(JSON.stringify(page.fields)).toContain('list 7 of its office')
    expect((await finance.post(`/api/console/approvals/${approvalId}/approve`, { reason: '확인' }, 15)).status).toBe(
      403,
    )
    expect(await bars(15)).toContain(provider)
    const done = await finance2.post(`/api/console/approvals/${approvalId}/approve`, { reason: '확인' }, 15)
    expect(done.body).toMatchObject({ kind: 'PAYOUT_BAR', state: 'APPROVED' })
    expect(await bars(15)).not.toContain(provider)
    expect((await lift()).status).toBe(404)
  })
})

describe('a restore is noticed', () => {
  const log = pino({ level: 'silent' })
  const wall = Date.UTC(2026, 10, 28)
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-restored-'))
  let database: TestDatabase
  const start = (at = wall, of = database) => noticeRestore({ db: of.db, dataDir, wall: at, log })
  const restores = async () =>
    (await database.run('select how, first_id::text as id from restoration order by noticed_at')).map(({ how, id }) => [
      how,
      Number(id) >= move,
    ])
  const nextId = async () => Number((await database.run(`select nextval('maru_id') as id`))[0]!['id'])
  beforeAll(async () => {
    database = await testDatabase('house')
  })
  afterAll(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })

  test('not where the same house starts again', async () => {
    expect([await start(), await start()]).toEqual([false, false])
    expect([await restores(), await database.run('select 1 from payout_bar')]).toEqual([[], []])
  })

  test('by the mark of npm run restore, once, also where the start that took it over was killed', async () => {
    const before = await nextId()
    writeMark(dataDir)
    const mark = readFileSync(join(dataDir, 'restored'))
    expect(await start()).toBe(true)
    expect(existsSync(join(dataDir, 'restored'))).toBe(false)
    expect(await restores()).toEqual([['MARK', true]])
    expect((await nextId()) - before).toBe(move + 10_000)
    writeFileSync(join(dataDir, 'restored'), mark)
    expect([await start(), await start()]).toEqual([false, false])
    const sites = await database.run('select 1 from site')
    const bars = await database.run('select provider from payout_bar where lifted_at is null')
    expect(bars.length).toBe(10 * sites.length)
  })

  test('by another timeline, another server or another database', async () => {
    for (const change of ['timeline = timeline + 1', `system_id = '1'`, 'database_oid = 1']) {
      await database.run(`update database_identity set ${change}`)
      expect([await start(), await start()]).toEqual([true, false])
    }
    const copy = await copyOf(database)
    expect([await start(wall, copy), await start(wall, copy)]).toEqual([true, false])
    await copy.drop()
  })

  test('where npm run restored says so', async () => {
    await tellRestored(database.db)
    expect([await start(), await start()]).toEqual([true, false])
    expect((await restores()).at(-1)).toEqual(['COMMAND', true])
  })

  test('bars each provider since the oldest backup that it was not asked after', async () => {
    await database.run(`insert into job_run (name, ended_at, rows) values ('tidy', ${wall - 60_000}, 0)`)
    await database.run('update payout_bar set since = 7')
    await database.run(`update payout_bar set lifted_at = 9 where provider = 'bank'`)
    const barredAt = async () => (await database.run('select max(barred_at)::text as at from payout_bar'))[0]!['at']
    const before = await barredAt()
    await tellRestored(database.db)
    await start()
    const bars = await database.run(
      `select distinct provider, since::text, lifted_at from payout_bar where provider in ('bank', 'coin') order by provider`,
    )
    expect(bars).toEqual([
      { provider: 'bank', since: String(wall - 60_000), lifted_at: null },
      { provider: 'coin', since: '7', lifted_at: null },
    ])
    expect(Number(await barredAt())).toBeGreaterThan(Number(before))
  })

  test('and its ids stay numbers that JavaScript holds exactly; a house that was restored too often is refused, and nothing changes', async () => {
    const ids = await nextId()
    expect(Number.isSafeInteger(ids)).toBe(true)
    await database.run(`select setval('maru_id', 9007199254730000 - 10000)`)
    await tellRestored(database.db)
    const refused = start()
    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow('restored too often')
    expect(await database.run('select timeline from database_identity')).toEqual([{ timeline: 0 }])
  })
})
