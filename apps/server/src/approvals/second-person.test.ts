import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { Refused, type StaffMember } from '../http/index.ts'
import { SecondPerson } from './index.ts'

/** Changes of rows that the API owns: they and the decision are one transaction. */
let server: TestServer
let second: SecondPerson
let work: () => Promise<void>
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
  })
})
afterAll(() => server.close())

const person = (memberId: number) =>
  ({ siteId: 1, memberId, staff: { role: 'SUPER', siteIds: [1] } }) as unknown as StaffMember
const nick = async () => (await server.database.run('select nick from member where site_id = 1 and id = 1001'))[0]
const acts = (id: number) =>
  server.database.run(
    `select action, changes from staff_act where site_id = 1 and action like 'decide%' and subject_id = ${id}`,
  )

async function ask(): Promise<number> {
  const wish = { siteId: 1, staffId: 11, key: randomUUID(), kind: 'UNFREEZE', subjectId: 1001, payload: {} } as const
  const { reply } = await second.ask({ ...wish, reason: '확인' })
  return (reply.body as { approvalId: number }).approvalId
}
const said = (id: number, by = 12) => ({ siteId: 1, id, member: person(by), reason: '동의' })

it('changes rows and notes who agreed in one transaction, once', async () => {
  work = async () => undefined
  const before = await nick()
  const id = await ask()
  const row = (await second.find(1, id))!
  await expect(second.approve(row, said(id, 11))).rejects.toThrow('APPROVAL_SELF')
  const both = await Promise.allSettled([second.approve(row, said(id, 12)), second.approve(row, said(id, 13))])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await nick()).toEqual({ nick: `${before?.['nick']}!` })
  const [act, ...more] = await acts(id)
  expect(more).toEqual([])
  expect(act).toMatchObject({ action: 'decide APPROVED', changes: [{ table: 'approval' }, { table: 'member' }] })
})

it('has failed where the change is refused, and nothing of it stays', async () => {
  const before = await nick()
  work = async () => {
    throw new Refused('STALE_VERSION')
  }
  const id = await ask()
  await expect(second.approve((await second.find(1, id))!, said(id))).rejects.toThrow('STALE_VERSION')
  expect(await nick()).toEqual(before)
  expect(await second.find(1, id)).toMatchObject({ state: 'FAILED', failure: 'STALE_VERSION', decidedBy: 12 })
  work = async () => undefined
  await expect(second.approve((await second.find(1, id))!, said(id))).rejects.toThrow('STALE_VERSION')
  expect(await nick()).toEqual(before)
})

it('waits on where the change could not be made for now', async () => {
  work = async () => {
    throw new Error('the database is away')
  }
  const id = await ask()
  await expect(second.approve((await second.find(1, id))!, said(id))).rejects.toThrow('away')
  expect(await second.find(1, id)).toMatchObject({ state: 'PENDING' })
})

it('refuses a kind that is registered twice, or not at all', () => {
  expect(() =>
    second.register({ UNFREEZE: { permission: 'freeze', fields: () => [], change: async () => [] } }),
  ).toThrow('twice')
  const wish = { siteId: 1, staffId: 11, key: 'k', kind: 'BONUS_GRANT', subjectId: 1, payload: {}, reason: '' } as const
  return expect(second.ask(wish)).rejects.toThrow('nothing carries out')
})
