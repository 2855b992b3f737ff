import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '근무 교대'
let server: TestServer
let finance: Person
let finance2: Person
let cs: Person
let id = 0
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
  const member = await enrolled(server, 'demo1')
  ;[finance, finance2, cs] = await Promise.all([
    staff(server, 'finance'),
    staff(server, 'finance2'),
    staff(server, 'cs'),
  ])
  id = (await member.post('/api/dnw/apply', { type: 'D', point: '90000' })).body.id
})
afterAll(() => server.close())

const one = async () => (await finance.get(`/api/console/dnw/${id}`)).body
const listed = async () =>
  (await finance.get('/api/console/dnw?typeStrs=D')).body.content.find((row: { id: number }) => row.id === id)

it('a note stands in the row and the panel with its author and time, and in the log', async () => {
  const before = Date.now()
  const answer = await cs.post(`/api/console/dnw/${id}/note`, { reason, text: '입금자명이 다르다고 전화함' })
  expect(answer.body).toMatchObject({ staffName: '고객지원', text: '입금자명이 다르다고 전화함' })
  await finance.post(`/api/console/dnw/${id}/note`, { reason, text: '은행에 확인 중' })
  const { notes, note, acts } = await one()
  expect(notes.map(({ staffName, text }: { staffName: string; text: string }) => [staffName, text])).toEqual([
    [expect.any(String), '은행에 확인 중'],
    ['고객지원', '입금자명이 다르다고 전화함'],
  ])
  expect(notes[1].at).toBeGreaterThanOrEqual(before)
  expect(note).toEqual(notes[0])
  expect((await listed()).note).toEqual(notes[0])
  expect(acts.map(({ action }: { action: string }) => action)).toEqual(Array(2).fill('POST /api/console/dnw/:id/note'))
})

it('a note sent again under its key is written once', async () => {
  const key = crypto.randomUUID()
  const body = { reason, text: '두 번 보낸 메모' }
  const [first, again] = [
    await cs.post(`/api/console/dnw/${id}/note`, body, 1, key),
    await cs.post(`/api/console/dnw/${id}/note`, body, 1, key),
  ]
  expect(again.body).toEqual(first.body)
  expect((await one()).notes.filter(({ text }: { text: string }) => text === body.text)).toHaveLength(1)
})

it('who reads only writes no note, and a request that is not there takes none', async () => {
  const audit = await staff(server, 'audit')
  expect(refusal(await audit.post(`/api/console/dnw/${id}/note`, { reason, text: 'x' }))).toEqual([
    403,
    'PERMISSION_DENIED',
  ])
  expect(refusal(await cs.post('/api/console/dnw/999999/note', { reason, text: 'x' }))).toEqual([
    404,
    'HISTORY_NOT_FOUND',
  ])
})

it('a request is handed to a named colleague who may decide it, and the log says to whom', async () => {
  const { content } = (await finance.get('/api/console/dnw_colleague')).body
  const other = content.find(({ name }: { name: string }) => name !== '')
  const hand = async (by: Person, to: number) =>
    by.post(`/api/console/dnw/${id}/hand_over`, { reason, version: (await one()).version, to })
  expect(refusal(await hand(finance, other.id))).toEqual([409, 'STALE_VERSION'])
  await finance.post(`/api/console/dnw/${id}/take`, { reason, version: (await one()).version })
  // Support decides nothing about money.
  expect(refusal(await hand(finance, 1103))).toEqual([404, 'USER_NOT_FOUND'])
  expect((await hand(finance, other.id)).status).toBe(200)
  const row = await one()
  expect(row).toMatchObject({ takenBy: other.id, takenByName: other.name })
  expect(row.acts.at(-1)).toMatchObject({ action: 'handOverRequest', toName: other.name, reason })
  expect(refusal(await hand(finance, other.id))).toEqual([409, 'STALE_VERSION'])
  expect((await finance2.get('/api/console/dnw_colleague')).body.content).not.toContainEqual(other)
})
