import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import type { TestServer } from '../../test/harness.ts'
import { moneyServer, staff } from '../../test/money-house.ts'
import { sealActs, verifyStaffLog } from './chain.ts'
import { checkStaffLog } from './check.ts'
import { addStaffAct } from './index.ts'
import { createSealer } from './sealer.ts'
import { type SealedAct, sealedAfter } from './store.ts'
import { StaffLogFile } from './stream.ts'

const { signal } = new AbortController()
const reason = '고객이 요청했습니다'
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
const people = {} as Record<'admin' | 'audit' | 'finance' | 'finance2' | 'operator' | 'cs', Person>
let database: TestDatabase
let folder: string
beforeAll(async () => {
  ;[server, database, folder] = await Promise.all([
    moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 }),
    testDatabase(),
    mkdtemp(join(tmpdir(), 'maru-staff-log-')),
  ])
  for (const username of ['admin', 'audit', 'finance', 'finance2', 'operator', 'cs'] as const)
    people[username] = await staff(server, username)
})
afterAll(async () => {
  await Promise.all([server.close(), database.drop(), rm(folder, { recursive: true })])
})

it('says who did what, why, under which key and what it changed; a repeat is not told twice', async () => {
  const { finance, audit } = people
  const key = randomUUID()
  const freeze = () => finance.post('/api/console/member/1001/freeze', { reason, isFrozen: true }, 1, key)
  expect([(await freeze()).status, (await freeze()).status]).toEqual([200, 200])
  const { body } = await audit.get('/api/console/audit?action=freezeWithdrawals&subject=1001')
  expect(body.content).toEqual([
    expect.objectContaining({
      reason,
      request: key,
      refusal: null,
      approvedBy: null,
      subjectId: 1001,
      said: { memberId: 1001, isFrozen: true },
      changes: expect.arrayContaining([expect.objectContaining({ after: expect.anything() })]),
    }),
  ])
  const refused = await finance.post('/api/console/dnw/999999/approve', { reason, version: 1 })
  expect(refused.status).toBe(404)
  const told = await audit.get('/api/console/audit?action=approveRequest')
  expect(told.body.content[0]).toMatchObject({ subjectId: 999999, refusal: 'HISTORY_NOT_FOUND', changes: [] })
})

it('tells reads and what waits for a second person, too', async () => {
  const { finance, finance2, admin } = people
  const asked = await finance.post('/api/console/member/1001/freeze', { reason, isFrozen: false })
  expect(asked.status).toBe(202)
  expect((await finance2.get('/api/console/approvals')).status).toBe(200)
  expect((await finance2.post(`/api/console/approvals/${asked.body.approvalId}/refuse`, { reason })).status).toBe(200)
  const { body } = await admin.get('/api/console/audit?size=3')
  expect(body.content.map(({ action }: { action: string }) => action)).toEqual([
    'GET /api/console/audit',
    'decide REFUSED',
    'GET /api/console/approvals',
  ])
  const wishes = await admin.get('/api/console/audit?action=ask%20UNFREEZE')
  expect(wishes.body.content).toHaveLength(1)
  const after = await admin.get(`/api/console/audit?from=${body.content[0].at + 60_000}`)
  expect(after.body.content).toEqual([])
})

it('names who did it, finds a part of an action, and tells what was done from what was looked at', async () => {
  const { audit } = people
  const list = async (query: string) => (await audit.get(`/api/console/audit?size=100&${query}`)).body.content
  const [act] = await list('action=FREEZEWITH&kind=CHANGES')
  expect(act).toMatchObject({ action: 'freezeWithdrawals', staffName: '재무담당', approvedByName: null })
  // On whom: by a masked name.
  expect(act.subjectName).toMatch(/^.\*+.?\(de\*+\)$/)
  const [done, looked] = [await list('kind=CHANGES'), await list('kind=READS')]
  expect(done.every(({ action }: { action: string }) => !action.startsWith('GET '))).toBe(true)
  expect(looked.every(({ action }: { action: string }) => action.startsWith('GET '))).toBe(true)
  expect([done.length > 0, looked.length > 0]).toEqual([true, true])
  // By the words that the page shows, in either language, and by the name of who did it.
  const by = (words: string) => list(`action=${encodeURIComponent(words)}`)
  const actions = (acts: { action: string }[]) => [...new Set(acts.map(({ action }) => action))]
  expect(actions(await by('출금 동결'))).toContain('freezeWithdrawals')
  expect(actions(await by('동결 해제 요청'))).toEqual(['ask UNFREEZE'])
  const own = await list(`actor=${encodeURIComponent('재무담당')}&kind=CHANGES`)
  expect(own.length).toBeGreaterThan(0)
  expect(own.every(({ staffName }: { staffName: string }) => staffName.startsWith('재무담당'))).toBe(true)
  expect(await list('actor=nobody')).toEqual([])
  expect(await list('action=%25')).toEqual([])
  expect(refusal(await audit.get('/api/console/audit?kind=ALL'))).toEqual([400, 'INVALID_REQUEST'])
})

it('is read by SUPER and AUDIT alone', async () => {
  for (const person of [people.operator, people.finance, people.cs]) {
    expect(refusal(await person.get('/api/console/audit'))).toEqual([403, 'PERMISSION_DENIED'])
  }
})

it('shows what its newest verification found', async () => {
  const { db, log } = server.deps
  const read = async () => (await people.admin.get('/api/console/audit/chain')).body
  expect((await read()).check).toBeNull()
  let acts = 0
  // The server's own sealer may be at it: then this one does nothing.
  await expect
    .poll(async () => {
      await sealerOf(join(folder, 'shown.jsonl'), db).pass()
      acts = await checkStaffLog({ db, log }, () => 1_000, signal)
      return acts
    })
    .toBeGreaterThan(0)
  expect((await read()).check).toEqual({ at: 1_000, acts, brokenAt: null, strays: 0, isWhole: true })
  await server.database.run(`update staff_act set reason = reason || '!' where (site_id, id) =
    (select site_id, id from staff_act_seal where seq = 2)`)
  await checkStaffLog({ db, log }, () => 2_000, signal)
  expect((await read()).check).toMatchObject({ at: 2_000, brokenAt: 2, isWhole: false })
  expect(refusal(await people.operator.get('/api/console/audit/chain'))).toEqual([403, 'PERMISSION_DENIED'])
})

const act = (id: number) => ({ siteId: 1, id, staffId: 7, action: 'x', said: { id }, request: null, at: id })
const add = (from: number, to: number, { db } = database) =>
  db.tenant(1, async (tx) => {
    for (let id = from; id <= to; id += 1) await addStaffAct(tx, act(id))
  })
const sealerOf = (path: string, db = database.db) =>
  createSealer({ db, file: new StaffLogFile(path), now: () => 1, log: server.deps.log })
const linesOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).seq)

it('becomes a chain and a file; a crash between leaves neither a gap nor a line twice', async () => {
  const path = join(folder, 'log.jsonl')
  await add(1, 3)
  await sealerOf(path).pass()
  await sealerOf(path).pass()
  expect(await linesOf(path)).toEqual([1, 2, 3])
  // A crash within a line: the half is cut off and written again.
  const written = await readFile(path, 'utf8')
  await writeFile(path, written.slice(0, -20))
  await add(4, 5)
  await Promise.all([sealerOf(path).pass(), sealerOf(join(folder, 'other.jsonl')).pass()])
  await sealerOf(path).pass()
  expect(await linesOf(path)).toEqual([1, 2, 3, 4, 5])
  // A crash before the commit: nothing is sealed, and the next pass does it.
  await add(6, 6)
  const crash = database.db.system(async (tx) => {
    await sealActs(tx, 1)
    throw new Error('killed')
  })
  await expect(crash).rejects.toThrow('killed')
  expect(await verifyStaffLog(database.db, signal)).toEqual({ acts: 5, brokenAt: null, strays: 0 })
  await sealerOf(path).pass()
  expect(await verifyStaffLog(database.db, signal)).toEqual({ acts: 6, brokenAt: null, strays: 0 })
})

it('cannot be changed by those who write it, and tells where somebody else changed it', async () => {
  for (const table of ['staff_act', 'staff_act_seal'])
    for (const text of [`update ${table} set site_id = 1`, `delete from ${table}`]) {
      await expect(database.db.system((tx) => tx.query(text))).rejects.toThrow(/permission denied/)
      await expect(database.db.tenant(1, (tx) => tx.query(text))).rejects.toThrow(/permission denied/)
    }
  await database.run(`update staff_act set reason = 'other' where id = 3`)
  expect(await verifyStaffLog(database.db, signal)).toMatchObject({ acts: 2, brokenAt: 3 })
  await database.run(`update staff_act set reason = '' where id = 3`)
  const [sixth] = await database.db.system((tx) => sealedAfter(tx, 5, 1))
  await database.run('delete from staff_act_seal where seq = $1', [sixth?.seq])
  expect(await verifyStaffLog(database.db, signal)).toEqual({ acts: 5, brokenAt: null, strays: 1 })
  // A file that knows more than the chain is kept beside a new one.
  const path = join(folder, 'ahead.jsonl')
  await new StaffLogFile(path).append([{ ...(sixth as SealedAct), seq: 9 }])
  await sealerOf(path).pass()
  expect([await linesOf(path), await linesOf(`${path}.1`)]).toEqual([[1, 2, 3, 4, 5], [9]])
})

it('is sealed as a whole by one pass, however many acts wait', async () => {
  const busy = await testDatabase()
  await add(1, 1_250, busy)
  const path = join(folder, 'busy.jsonl')
  await sealerOf(path, busy.db).pass()
  expect(await verifyStaffLog(busy.db, signal)).toEqual({ acts: 1_250, brokenAt: null, strays: 0 })
  expect((await linesOf(path)).length).toBeGreaterThanOrEqual(1_000)
  await sealerOf(path, busy.db).pass()
  expect(await linesOf(path)).toEqual(Array.from({ length: 1_250 }, (_, n) => n + 1))
  await busy.drop()
})
