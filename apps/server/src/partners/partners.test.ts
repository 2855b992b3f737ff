import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

/** PARTNER1 is HQ's 1204; below it 2001 and 2002, below 2001 are 2011 and 2012. 3001 is a stranger, 9001 of another site. */
const own = 1204
let server: TestServer
let partner: string
let member: string
beforeAll(async () => {
  server = await startTestServer()
  const rows = [
    [1, 2001, 'SUB2001', 1, own, 'ACTIVE'],
    [1, 2002, 'SUB2002', 1, own, 'SUSPENDED'],
    [1, 2011, 'SUB2011', 2, 2001, 'ACTIVE'],
    [1, 2012, 'SUB2012', 2, 2001, 'PENDING'],
    [1, 3001, 'ELSE3001', 1, null, 'ACTIVE'],
    [1, 3011, 'ELSE3011', 2, 3001, 'ACTIVE'],
    [15, 9001, 'ELSE9001', 1, own, 'ACTIVE'],
  ]
  for (const [siteId, id, code, level, parentId, status] of rows)
    await server.database.run(
      `insert into partner (site_id, id, code, name, level, parent_id, status, created_at) values ($1, $2, $3, $3, $4, $5, $6, 1)`,
      [siteId, id, code, level, parentId, status],
    )
  await server.database.run('update member set partner_id = 2011 where site_id = 1 and id in (1001, 1002)')
  partner = (await staff(server, 'partner1')).token
  member = (await server.login('demo3')).accessToken
})
afterAll(() => server.close())

const get = (path: string, token = partner) => server.call(path, { token })
const ids = async (query: string): Promise<number[]> =>
  (await get(`/api/partner/list${query}`)).body.map(({ id }: { id: number }) => id)

describe('a partner', () => {
  it.each([
    ['', [own, 2001, 2002, 2011, 2012]],
    ['?level=1', [2001, 2002]],
    ['?level=2', [2011, 2012]],
    ['?level=4', []],
    [`?parentId=${own}`, [2001, 2002]],
    ['?parentId=2001', [2011, 2012]],
    ['?parentId=2001&statusStrs=ACTIVE', [2011]],
    ['?statusStrs=PENDING,SUSPENDED', [2002, 2012]],
    ['?parentId=2011', []],
  ])('lists his own tree alone: %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  it.each([
    ['', own],
    ['?id=2001', 2001],
    ['?id=2012', 2012],
  ])('sees each one of it: %s', async (query, id) => {
    expect((await get(`/api/partner${query}`)).body.id).toBe(id)
  })

  it.each([3001, 3011, 9001, 424_242])('finds no other one: %i', async (id) => {
    const notFound = [404, 'PARTNER_NOT_FOUND']
    expect(refusal(await get(`/api/partner?id=${id}`))).toEqual(notFound)
    expect(refusal(await get(`/api/partner/list?parentId=${id}`))).toEqual(notFound)
  })

  it('is told how many members one brought, and nothing of them', async () => {
    expect((await get('/api/partner?id=2011')).body).toEqual({
      id: 2011,
      code: 'SUB2011',
      name: 'SUB2011',
      level: 2,
      parentId: 2001,
      status: 'ACTIVE',
      memberCount: 2,
      createdAt: 1,
    })
  })

  it('is no staff, and who is no partner sees no tree', async () => {
    for (const path of ['/api/admin?id=2001', '/api/admin/list', '/api/console/me'])
      expect(refusal(await get(path))).toEqual([403, 'PERMISSION_DENIED'])
    for (const path of ['/api/partner', '/api/partner/list'])
      expect(refusal(await get(path, member))).toEqual([404, 'PARTNER_NOT_FOUND'])
    expect(refusal(await get('/api/partner/list?level=5'))).toEqual([400, 'INVALID_REQUEST'])
  })

  it('sees no tree while he is suspended, and rows that make a loop end', async () => {
    await server.database.run(`update partner set parent_id = 2011 where site_id = 1 and id = ${own}`)
    expect((await ids('')).sort()).toEqual([own, 2001, 2002, 2011, 2012].sort())
    await server.database.run(
      `update partner set parent_id = null, status = 'SUSPENDED' where site_id = 1 and id = ${own}`,
    )
    expect(refusal(await get('/api/partner'))).toEqual([404, 'PARTNER_NOT_FOUND'])
    await server.database.run(`update partner set status = 'ACTIVE' where site_id = 1 and id = ${own}`)
  })
})

it('is listed with every tree of the site to SUPER and AUDIT, by level and parent', async () => {
  const [admin, audit, cs] = [await staff(server, 'admin'), await staff(server, 'audit'), await staff(server, 'cs')]
  const list = async (query: string) =>
    (await admin.get(`/api/admin/list${query}`)).body.map(({ id }: { id: number }) => id)
  expect(await list('?level=1')).toEqual([2001, 2002, 3001])
  expect(await list('?parentId=3001')).toEqual([3011])
  expect(await list('?level=2&parentId=2001')).toEqual([2011, 2012])
  expect((await list('?level=0')).includes(2001)).toBe(false)
  expect(refusal(await admin.get('/api/admin/list?parentId=9001'))).toEqual([404, 'PARTNER_NOT_FOUND'])
  expect((await audit.get('/api/admin?id=3011')).body).toMatchObject({ code: 'ELSE3011', level: 2 })
  expect(refusal(await audit.get('/api/admin?id=9001'))).toEqual([404, 'USER_NOT_FOUND'])
  expect(refusal(await cs.get('/api/admin/list?level=1'))).toEqual([403, 'PERMISSION_DENIED'])
})

it('is found by level and parent by those who work with partners, and saved as a file', async () => {
  const operator = await staff(server, 'operator')
  const list = async (query: string) =>
    (await operator.get(`/api/console/partner${query}`)).body.content.map(({ id }: { id: number }) => id)
  expect(await list('')).toEqual([own, 2001, 2002, 3001, 2011, 2012, 3011])
  expect(await list('?level=2')).toEqual([2011, 2012, 3011])
  expect(await list('?parentId=2001')).toEqual([2011, 2012])
  expect(await list('?size=2&page=1')).toHaveLength(2)
  for (const id of [9001, 424_242])
    expect(refusal(await operator.get(`/api/console/partner?parentId=${id}`))).toEqual([404, 'PARTNER_NOT_FOUND'])
  expect(refusal(await operator.get('/api/console/partner?level=5'))).toEqual([400, 'INVALID_REQUEST'])
  const file = await server.app.inject({
    url: '/api/console/partner.csv?parentId=2001',
    headers: { authorization: `Bearer ${operator.token}` },
  })
  expect(file.body).toContain('SUB2011')
  expect(file.body).not.toContain('ELSE3001')
  expect(refusal(await get('/api/console/partner'))).toEqual([403, 'PERMISSION_DENIED'])
})
