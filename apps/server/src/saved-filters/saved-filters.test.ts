import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
const path = '/api/console/saved_filter'
let server: TestServer
let finance: Person
let audit: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[finance, audit] = await Promise.all([staff(server, 'finance'), staff(server, 'audit')])
})
afterAll(() => server.close())

const saved = async (by: Person) => (await by.get(path)).body.content
const save = (by: Person, name: string, filter: object, list = 'members') => by.post(path, { list, name, filter })

it('a filter is saved on the server for the person who saved it, and for nobody else', async () => {
  const answer = await save(finance, '정지된 회원', { status: 'DENY', sort: 'WON' })
  expect([answer.status, answer.body.filter]).toEqual([200, { status: 'DENY', sort: 'WON' }])
  expect(await saved(finance)).toEqual([answer.body])
  expect(await saved(audit)).toEqual([])
  // Who changes nothing of the house saves what he looks for, too.
  expect((await save(audit, '출금', { action: '출금' }, 'audit')).status).toBe(200)
  expect(await saved(finance)).toHaveLength(1)
})

it('the same name of the same list is the same filter', async () => {
  const first = (await saved(finance))[0]
  expect((await save(finance, '정지된 회원', { status: 'DENY' })).body).toEqual({
    ...first,
    filter: { status: 'DENY' },
  })
  expect(await saved(finance)).toHaveLength(1)
})

it('is deleted by its owner alone, once', async () => {
  const [{ id }] = await saved(finance)
  expect(refusal(await audit.post(`${path}/${id}/delete`, {}))).toEqual([404, 'HISTORY_NOT_FOUND'])
  expect((await finance.post(`${path}/${id}/delete`, {})).status).toBe(200)
  expect(refusal(await finance.post(`${path}/${id}/delete`, {}))).toEqual([404, 'HISTORY_NOT_FOUND'])
})

it('has bounds: a hundred for a person, and no field that no filter has', async () => {
  expect(refusal(await save(finance, 'x', { 'a b': '1' }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await save(finance, 'x', { q: 'y'.repeat(201) }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await save(finance, '', { q: 'y' }))).toEqual([400, 'INVALID_REQUEST'])
  await server.database.run(
    `insert into saved_filter select 1, 900000000 + n, (select id from member where site_id = 1 and username = 'finance'),
       'members', 'f' || n, '{}', 1 from generate_series(1, 100) n`,
  )
  expect(refusal(await save(finance, 'one more', {}))).toEqual([422, 'SAVED_FILTERS_FULL'])
  expect((await save(finance, 'f7', { q: '7' })).status).toBe(200)
  expect(await saved(finance)).toHaveLength(100)
})
