import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '점검 안내'
const path = '/api/console/message/group'
let server: TestServer
let operator: Person
let cs: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[operator, cs] = await Promise.all([staff(server, 'operator'), staff(server, 'cs')])
  await server.database.run(
    `update member set created_at = 1000 where site_id = 1 and kind <> 'STAFF' and username not like 'demo%'`,
  )
})
afterAll(() => server.close())

const group = { startDate: '2001-01-01' }
const reach = async (by = operator) => (await by.get('/api/console/message/reach?startDate=2001-01-01')).body.members
const send = (body: object, by = operator, key: string | true = true) =>
  by.post(path, { reason, group, title: '점검', content: '오늘 밤 점검합니다', ...body }, 1, key)
const written = async () =>
  Number((await server.database.run(`select count(*)::int as count from message where title = '점검'`))[0]?.['count'])

it('the filter of the members’ list names the receivers of one message, and each of them gets it', async () => {
  const members = await reach()
  expect(members).toBeGreaterThan(1)
  expect(members).toBe((await operator.get('/api/console/member?startDate=2001-01-01')).body.totalElements)
  const answer = await send({ members })
  expect([answer.status, answer.body]).toEqual([200, { members }])
  expect(await written()).toBe(members)
  const rows = await server.database.run(`select distinct member_id from message where title = '점검'`)
  expect(rows).toHaveLength(members)
})

it('is logged with its filter, its number and its reason', async () => {
  const [act] = await server.database.run(`select said, reason from staff_act where action = 'POST ${path}'`)
  expect(act).toMatchObject({ reason, said: { group, members: await reach(), title: '점검' } })
})

it('goes once under its key, also when pressed twice at the same time', async () => {
  const [before, members, key] = [await written(), await reach(), crypto.randomUUID()]
  const answers = await Promise.all([send({ members }, operator, key), send({ members }, operator, key)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await send({ members }, operator, key)).status).toBe(200)
  expect(await written()).toBe(before + members)
  expect(refusal(await send({ members, title: '다른 제목' }, operator, key))[1]).toBe('IDEMPOTENCY_KEY_REUSED')
})

it('is refused where there are others than were confirmed, nobody, or too many, and writes nothing', async () => {
  const [before, members] = [await written(), await reach()]
  const changed = await send({ members: members + 1 })
  expect([...refusal(changed), changed.body.params.members]).toEqual([409, 'MESSAGE_GROUP_CHANGED', members])
  expect(refusal(await send({ members: 0, group: { q: 'nobody-has-this-name' } }))).toEqual([422, 'MESSAGE_GROUP_SIZE'])
  await server.database.run(
    `insert into member (site_id, id, username, password_hash, name, nick, nick_key, kind, status, created_at)
     select 1, 800000000 + n, 'many' || n, '', '많은', '많은' || n, 'many' || n, 'MEMBER', 'ACTIVE', ${Date.UTC(2002, 1)}
       from generate_series(1, 1000) n`,
  )
  const most = await reach()
  expect(most).toBe(1_001)
  expect(refusal(await send({ members: most }))).toEqual([422, 'MESSAGE_GROUP_SIZE'])
  expect(await written()).toBe(before)
})

it('is not for support, and not for members of another site', async () => {
  expect(refusal(await send({ members: 1 }, cs))).toEqual([403, 'PERMISSION_DENIED'])
  expect(await server.database.run(`select 1 from message where site_id <> 1 and title = '점검'`)).toEqual([])
})
