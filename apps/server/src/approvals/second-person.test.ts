import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { Refused, type StaffMember } from '../http/index.ts'
import { SecondPerson } from './index.ts'

/** Changes of rows that the API owns: they and the decision are one transaction. */
let server: TestServer
let second: SecondPerson
let work: () => Promise<void>
/** What stood before, as each look reads it, and what happens before a command is given. */
let before: string
let check: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  second = new SecondPerson(server.deps)
  second.register({
    UNFREEZE: {
      permission: 'freeze',
      fields: () => [],
      change: async (tx, { subjectId }) => {
        await tx.query(`update member set nick = nick || '!' where site_id = 1 and id = $1`, [subjectId])
        await work()
        return [{ table: 'member', row: `1:${subjectId}`, before: {}, after: {} }]
      },
    },
    SUSPENSE_ASSIGN: {
      permission: 'freeze',
      fields: () => [{ label: 'now', before, after: 'then' }],
      check: () => check(),
      command: ({ subjectId }, of) => ({ kind: 'freezeWithdrawals', ...of, memberId: subjectId, isFrozen: true }),
    },
    BONUS_GRANT: {
      permission: 'freeze',
      fields: () => [{ label: 'now', before, after: 'then' }],
      change: async () => {
        before = 'then'
        return []
      },
    },
  })
})
afterAll(() => server.close())

const person = (memberId: number) =>
  ({ siteId: 1, memberId, staff: { role: 'SUPER', siteIds: [1] } }) as unknown as StaffMember
const reason = '확인'
const count = async () => (await server.database.run('select count(*)::int as n from approval'))[0]?.['n']
const nick = async () => (await server.database.run('select nick from member where site_id = 1 and id = 1001'))[0]
const acts = (id: number) =>
  server.database.run(
    `select action, changes from staff_act where site_id = 1 and action like 'decide%' and subject_id = ${id}`,
  )

async function ask(kind: 'UNFREEZE' | 'SUSPENSE_ASSIGN' | 'BONUS_GRANT' = 'UNFREEZE'): Promise<number> {
  const wish = { siteId: 1, staffId: 1101, key: randomUUID(), kind, subjectId: 1001, payload: {} } as const
  const { reply } = await second.ask({ ...wish, reason: '확인' })
  return (reply.body as { approvalId: number }).approvalId
}
const said = (id: number, by = 12) => ({ siteId: 1, id, member: person(by), reason: '동의' })

it('changes rows and notes who agreed in one transaction, once', async () => {
  work = async () => undefined
  const old = await nick()
  const id = await ask()
  const row = (await second.find(1, id))!
  await expect(second.approve(row, said(id, 1101))).rejects.toThrow('APPROVAL_SELF')
  const both = await Promise.allSettled([second.approve(row, said(id, 12)), second.approve(row, said(id, 13))])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await nick()).toEqual({ nick: `${old?.['nick']}!` })
  const [act, ...more] = await acts(id)
  expect(more).toEqual([])
  expect(act).toMatchObject({ action: 'decide APPROVED', changes: [{ table: 'approval' }, { table: 'member' }] })
})

it('has failed where the change is refused, and nothing of it stays', async () => {
  const old = await nick()
  work = async () => {
    throw new Refused('STALE_VERSION')
  }
  const id = await ask()
  await expect(second.approve((await second.find(1, id))!, said(id))).rejects.toThrow('STALE_VERSION')
  expect(await nick()).toEqual(old)
  expect(await second.find(1, id)).toMatchObject({ state: 'FAILED', failure: 'STALE_VERSION', decidedBy: 12 })
  work = async () => undefined
  await expect(second.approve((await second.find(1, id))!, said(id))).rejects.toThrow('STALE_VERSION')
  expect(await nick()).toEqual(old)
})

it('waits on where the change could not be made for now', async () => {
  work = async () => {
    throw new Error('the database is away')
  }
  const id = await ask()
  await expect(second.approve((await second.find(1, id))!, said(id))).rejects.toThrow('away')
  expect(await second.find(1, id)).toMatchObject({ state: 'PENDING' })
})

/** Holds the check before a command open: until it was reached, and until it may go on. */
function held() {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  check = () => {
    reached.resolve()
    return goOn.promise
  }
  return { reached: reached.promise, goOn: () => goOn.resolve() }
}

it('tells one person who agrees twice at once the same twice, also where the first yes changed what was seen', async () => {
  before = 'now'
  const id = await ask('BONUS_GRANT')
  const row = (await second.find(1, id))!
  const answers = await Promise.all([second.approve(row, said(id)), second.approve(row, said(id))])
  expect(answers).toMatchObject([
    { state: 'APPROVED', decidedBy: 12 },
    { state: 'APPROVED', decidedBy: 12 },
  ])
  // Another process read the row before the first yes as well.
  const elsewhere = await second.find(1, id)
  await expect(second.approve({ ...elsewhere!, state: 'PENDING' }, said(id, 13))).rejects.toThrow('STALE_VERSION')
  expect(await acts(id)).toHaveLength(1)
})

it('never ends as failed what its first yes carries out, though the second yes finds something else', async () => {
  before = 'now'
  const id = await ask('SUSPENSE_ASSIGN')
  const row = (await second.find(1, id))!
  const { reached, goOn } = held()
  const first = second.approve(row, said(id))
  await reached
  before = 'something else'
  const other = second.approve(row, said(id))
  goOn()
  expect(await Promise.all([first, other])).toMatchObject([{ state: 'APPROVED' }, { state: 'APPROVED' }])
  expect(await second.find(1, id)).toMatchObject({ state: 'APPROVED', decidedBy: 12 })
})

it('lets nobody refuse what a second person is carrying out', async () => {
  before = 'now'
  const id = await ask('SUSPENSE_ASSIGN')
  const row = (await second.find(1, id))!
  const { reached, goOn } = held()
  const yes = second.approve(row, said(id))
  await reached
  await expect(second.refuseIt(row, said(id, 13))).rejects.toThrow('STALE_VERSION')
  const own = second.refuseIt(row, said(id))
  goOn()
  expect(await yes).toMatchObject({ state: 'APPROVED' })
  await expect(own).rejects.toThrow('STALE_VERSION')
  expect(await second.find(1, id)).toMatchObject({ state: 'APPROVED', decidedBy: 12 })
})

it('asks for nothing of which the second person would not see every part', async () => {
  const wish = { siteId: 1, staffId: 1101, key: randomUUID(), kind: 'BONUS_DEDUCT', subjectId: 1001, reason } as const
  second.register({
    BONUS_DEDUCT: {
      permission: 'freeze',
      internal: ['version'],
      fields: ({ payload }) => [{ label: 'point', before: null, after: String(payload['point']) }],
      change: async () => [],
    },
  })
  const before = await count()
  await expect(second.ask({ ...wish, payload: { point: 1, version: 2, memo: '?' } })).rejects.toThrow(
    'do not show memo',
  )
  expect(await count()).toBe(before)
  const { reply } = await second.ask({ ...wish, payload: { point: 1, version: 2 } })
  expect(reply.status).toBe(202)
})

it('refuses a kind that is registered twice, or not at all', () => {
  expect(() =>
    second.register({ UNFREEZE: { permission: 'freeze', fields: () => [], change: async () => [] } }),
  ).toThrow('twice')
  const wish = {
    siteId: 1,
    staffId: 1101,
    key: 'k',
    kind: 'COUPON_CREATE',
    subjectId: 1,
    payload: {},
    reason: '',
  } as const
  return expect(second.ask(wish)).rejects.toThrow('nothing carries out')
})
