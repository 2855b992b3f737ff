import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { addPartners } from '../../test/partner-rows.ts'

/** PARTNER1 is 1204, below HANBIT; below it 2001 and 2002, below 2001 are 2011 and 2012. 3001 is a stranger, 9001 of another site. */
const own = 1204
let server: TestServer
let partner: string
let member: string
beforeAll(async () => {
  server = await startTestServer()
  await addPartners(server.database, [
    { id: 2001, code: 'SUB2001', parentId: own, feePpm: 200_000, rollPpm: 5_000 },
    { id: 2002, code: 'SUB2002', parentId: own, status: 'SUSPENDED' },
    { id: 2011, code: 'SUB2011', parentId: 2001, feePpm: 100_000, rollPpm: 1_234 },
    { id: 2012, code: 'SUB2012', parentId: 2001, status: 'PENDING' },
    { id: 3001, code: 'ELSE3001', parentId: null },
    { id: 3011, code: 'ELSE3011', parentId: 3001 },
    { siteId: 15, id: 9001, code: 'ELSE9001', parentId: null },
  ])
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
    ['?level=3', [2001, 2002]],
    ['?level=4', [2011, 2012]],
    ['?level=1', []],
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

  it.each([1203, 3001, 3011, 9001, 424_242])('finds no other one, nor the one above: %i', async (id) => {
    const notFound = [404, 'PARTNER_NOT_FOUND']
    expect(refusal(await get(`/api/partner?id=${id}`))).toEqual(notFound)
    expect(refusal(await get(`/api/partner/list?parentId=${id}`))).toEqual(notFound)
  })

  it('lists his tree whole, or in the pages that are requested', async () => {
    const { body: all } = await get('/api/partner/list')
    const { body: page } = await get('/api/partner/list?resultType=Page&page=1&size=2')
    expect(page).toEqual({
      ...{ content: all.slice(2, 4), page: 1, size: 2 },
      ...{ totalElements: all.length, totalPages: Math.ceil(all.length / 2) },
    })
    expect((await get('/api/partner/list?resultType=List')).body).toEqual(all)
  })

  it('sees rates, level and how many members one brought, and nothing of them', async () => {
    const { week, last, ...row } = (await get('/api/partner?id=2011')).body
    expect([week, last]).toMatchObject([
      { amount: '0', status: 'ACCRUING' },
      { amount: '0', status: 'ACCRUING' },
    ])
    expect(row).toEqual({
      id: 2011,
      code: 'SUB2011',
      name: 'SUB2011',
      level: 4,
      parentId: 2001,
      status: 'ACTIVE',
      memberCount: 2,
      feeRate: '10.00',
      rollRate: '0.1234',
      lossRate: '0.00',
      nextTerms: null,
      createdAt: 1,
      ownerName: 's*****1',
      link: '/ref/SUB2011',
      members: { direct: 2, total: 2, thisWeek: 2, active: 0 },
      lastOnNextTerms: null,
    })
    expect((await get('/api/partner')).body).toMatchObject({
      level: 2,
      parentId: 1203,
      ownerName: '이파트',
      members: { direct: 12, total: 14 },
    })
  })

  it('P24: knows that he is one, and a member which partner brought him', async () => {
    expect((await get('/api/partner/standing')).body).toEqual({ broughtBy: null, own: 'ACTIVE' })
    expect((await get('/api/partner/standing', member)).body).toEqual({ broughtBy: null, own: null })
    const { accessToken } = await server.login('demo6')
    expect((await get('/api/partner/standing', accessToken)).body).toEqual({
      broughtBy: { code: 'PARTNER1', name: '마루 파트너' },
      own: null,
    })
  })

  it('is no staff, and who is no partner sees no tree', async () => {
    for (const path of ['/api/admin?id=2001', '/api/admin/list', '/api/console/me'])
      expect(refusal(await get(path))).toEqual([403, 'PERMISSION_DENIED'])
    for (const path of ['/api/partner', '/api/partner/list'])
      expect(refusal(await get(path, member))).toEqual([404, 'PARTNER_NOT_FOUND'])
    expect(refusal(await get('/api/partner/list?level=5'))).toEqual([400, 'INVALID_REQUEST'])
  })

  it('sees no tree while he is suspended', async () => {
    const set = (status: string) =>
      server.database.run(`update partner set status = '${status}' where site_id = 1 and id = ${own}`)
    await set('SUSPENDED')
    expect(refusal(await get('/api/partner'))).toEqual([404, 'PARTNER_NOT_FOUND'])
    await set('ACTIVE')
  })
})

it('is listed with every tree of the site to SUPER and AUDIT, by level and parent', async () => {
  const [admin, audit, cs] = [await staff(server, 'admin'), await staff(server, 'audit'), await staff(server, 'cs')]
  const list = async (query: string) =>
    (await admin.get(`/api/admin/list${query}`)).body.map(({ id }: { id: number }) => id)
  expect(await list('?level=1')).toEqual([1203, 3001])
  expect(await list('?parentId=3001')).toEqual([3011])
  expect(await list('?level=3&parentId=1204')).toEqual([2001, 2002])
  expect((await list('?level=0')).includes(2001)).toBe(false)
  expect(refusal(await admin.get('/api/admin/list?parentId=9001'))).toEqual([404, 'PARTNER_NOT_FOUND'])
  expect((await audit.get('/api/admin?id=3011')).body).toMatchObject({ code: 'ELSE3011', level: 2, feeRate: '0.00' })
  expect(refusal(await audit.get('/api/admin?id=9001'))).toEqual([404, 'USER_NOT_FOUND'])
  expect(refusal(await cs.get('/api/admin/list?level=1'))).toEqual([403, 'PERMISSION_DENIED'])
})

it('is found by level and parent by those who work with partners, and saved as a file', async () => {
  const operator = await staff(server, 'operator')
  const list = async (query: string) =>
    (await operator.get(`/api/console/partner${query}`)).body.content.map(({ id }: { id: number }) => id)
  expect(await list('')).toEqual([1203, 3001, own, 3011, 2001, 2002, 2011, 2012])
  expect(await list('?level=2')).toEqual([own, 3011])
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

it('P9: the desk sees which sign-ups of one code share a device, an account or an address, the partner himself among them', async () => {
  const see = (memberId: number, kind: string, hash: string) =>
    server.database.run(
      `insert into trait_seen (site_id, member_id, kind, hash, seen_at) values (1, $1, $2, decode($3, 'hex'), 1)`,
      [memberId, kind, hash.repeat(16)],
    )
  for (const memberId of [1006, 1007, 1104]) await see(memberId, 'DEVICE', 'ab')
  for (const memberId of [1008, 1009]) await see(memberId, 'BANK', 'cd')
  // Of another partner, and of nobody.
  for (const memberId of [1008, 1001, 1003]) await see(memberId, 'ADDRESS', 'ef')
  const desk = await staff(server, 'finance2')
  expect((await desk.get('/api/console/partner/1204/shared')).body).toEqual([
    { kind: 'DEVICE', hash: 'ab'.repeat(16), count: 3, memberIds: [1006, 1007, 1104], isOwn: true },
    { kind: 'BANK', hash: 'cd'.repeat(16), count: 2, memberIds: [1008, 1009], isOwn: false },
  ])
  expect(refusal(await desk.get('/api/console/partner/424242/shared'))).toEqual([404, 'PARTNER_NOT_FOUND'])
})
