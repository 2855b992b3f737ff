import { ConsoleSite, SiteInfo } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let admin: Person
let admin2: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await staff(server, 'admin')
  admin2 = await staff(server, 'admin2')
})
afterAll(() => server.close())

const flags = { oversea: true, p2p: false, futures: true, powerball: false, binary: true }
const wanted = { code: 'dal', name: '달마루', domains: ['달.예시.한국'], language: 'ko', guestLanguage: 'ko', flags }
const create = (parts: object = {}, by = admin) =>
  by.post('/api/console/site/create', { ...wanted, liveChat: false, reason: '새 사이트', ...parts })
async function agreed(asked: { status: number; body: { approvalId: number } }, siteId = 1) {
  expect(asked.status).toBe(202)
  const path = `/api/console/approvals/${asked.body.approvalId}/approve`
  expect(refusal(await admin.post(path, { reason: '동의' }, siteId))).toEqual([403, 'APPROVAL_SELF'])
  return admin2.post(path, { reason: '동의' }, siteId)
}
const byHost = async (host: string): Promise<SiteInfo> =>
  (await server.app.inject({ url: '/api/site_info/code', headers: { host } })).json()

describe('a site that two SUPERs create', () => {
  let id: number
  beforeAll(async () => {
    expect((await agreed(await create())).status).toBe(200)
    id = (await byHost('xn--bk1b.xn--vv4b11d.xn--3e0b707e')).id
  })

  it('is reached under its domain in punycode, has its switches and nobody in it', async () => {
    const info = SiteInfo.parse(await byHost('xn--bk1b.xn--vv4b11d.xn--3e0b707e'))
    expect(info).toMatchObject({ code: 'dal', name: '달마루', type: '100101', moneyMode: 'DEMO' })
    const members = await server.database.run(`select 1 from member where site_id = ${id}`)
    expect(members).toEqual([])
  })

  it('takes members at once: one signs up, has his wallets, and sees options of all its lines', async () => {
    const person = {
      username: 'dal1',
      password: 'lantern-orbit-7',
      name: '홍길동',
      phone: '010-8888-0001',
      nick: '달님',
    }
    const signup = await server.call('/api/player', { siteInfoId: id, body: person })
    expect([signup.status, signup.body.status]).toEqual([200, 'ACTIVE'])
    const login = await server.call('/api/login', {
      siteInfoId: id,
      body: { username: 'dal1', password: person.password },
    })
    const token = login.body.accessToken
    const wallets = (await server.call('/api/wallet/my', { token, siteInfoId: id })).body
    expect(wallets.map(({ type }: { type: string }) => type).sort()).toEqual(['BINARY', 'FUTURES'])
    const count = async (path: string) => (await server.call(path, { siteInfoId: id })).body.length
    expect(await count('/api/trade/option/list')).toBe(14)
    expect(await count('/api/futures/option/list')).toBe(11)
    expect(await count('/api/oversea/option/list')).toBe(5)
  })

  it('is in the list of the two who made it, and of nobody else; they give it to others', async () => {
    const ids = async (who: Person) =>
      (await who.get('/api/console/site/list')).body.content.map((row: { id: number }) => row.id)
    expect(await ids(admin)).toContain(id)
    expect(await ids(admin2)).toContain(id)
    const audit = await staff(server, 'audit')
    expect(await ids(audit)).not.toContain(id)
    expect(refusal(await audit.get('/api/console/site', id))).toEqual([404, 'SITE_NOT_FOUND'])
    const row = (await admin.get('/api/console/staff')).body.content.find(
      ({ username }: { username: string }) => username === 'audit',
    )
    const siteIds = [...row.siteIds, id]
    const given = await admin.post(`/api/console/staff/${row.id}/role`, { role: 'AUDIT', siteIds, reason: '새 사이트' })
    expect((await agreed(given)).status).toBe(200)
    expect((await audit.get('/api/console/site', id)).body).toMatchObject({ id, code: 'dal' })
  })

  it('keeps before → after of the site and of its makers in the log', async () => {
    const [act] = await server.database.run(
      `select changes from staff_act where changes::text like '%"code": "dal"%' order by id desc limit 1`,
    )
    expect(act?.['changes']).toMatchObject([
      { table: 'approval' },
      { table: 'site', before: null, after: { code: 'dal', flags: '100101' } },
      { table: 'staff', before: { siteIds: [1, 15, 25, 33] }, after: { siteIds: [1, 15, 25, 33, id] } },
      { table: 'staff' },
    ])
  })

  it('opens the books of a line that is turned on later', async () => {
    const show = async () => ConsoleSite.parse((await admin.get('/api/console/site', id)).body)
    const turn = async (one: object) => {
      const { version } = await show()
      const body = { version, reason: '상품', changes: { flags: one } }
      expect((await agreed(await admin.post('/api/console/site', body, id), id)).status).toBe(200)
    }
    await server.database.run(`update site set flags = '000001' where id = ${id}`)
    await turn({ p2p: true })
    expect((await show()).flags).toMatchObject({ p2p: true, binary: true, futures: false })
    await turn({ futures: true })
    expect((await server.call('/api/futures/option/list', { siteInfoId: id })).body).toHaveLength(11)
  })
})

it.each([
  [{ code: 'maru' }, [409, 'SITE_CODE_TAKEN']],
  [{ code: 'Maru Two' }, [400, 'INVALID_REQUEST']],
  [{ code: 'x', domains: [] }, [400, 'INVALID_REQUEST']],
  [{ code: 'two', domains: ['달.예시.한국'] }, [409, 'DOMAIN_TAKEN']],
  [{ code: 'two', domains: ['XN--BK1B.xn--vv4b11d.xn--3e0b707e.'] }, [409, 'DOMAIN_TAKEN']],
  [{ code: 'two', domains: ['https://two.example'] }, [422, 'DOMAIN_INVALID']],
  [{ code: 'two', domains: ['two'] }, [422, 'DOMAIN_INVALID']],
  [{ code: 'two', domains: ['10.0.0.1'] }, [422, 'DOMAIN_INVALID']],
  [{ code: 'two', domains: ['-a.example'] }, [422, 'DOMAIN_INVALID']],
  [{ code: 'two', domains: ['*.example.com'] }, [422, 'DOMAIN_INVALID']],
  [{ code: 'two', name: '<script>alert(1)</script>' }, [400, 'INVALID_REQUEST']],
  [{ code: 'two', flags: { oversea: true } }, [400, 'INVALID_REQUEST']],
])('%j is refused and asks nobody', async (parts, said) => {
  const count = async () => (await admin.get('/api/console/approvals')).body.totalElements
  const before = await count()
  expect(refusal(await create(parts))).toEqual(said)
  expect(await count()).toBe(before)
})

it('the database decides between two who want one code or one domain, and the later one has failed', async () => {
  const one = await create({ code: 'east', domains: ['east.example'] })
  const two = await create({ code: 'east', domains: ['west.example'] })
  const three = await create({ code: 'west', domains: ['east.example'] })
  expect((await agreed(one)).status).toBe(200)
  expect(refusal(await agreed(two))).toEqual([409, 'SITE_CODE_TAKEN'])
  expect(refusal(await agreed(three))).toEqual([409, 'DOMAIN_TAKEN'])
  expect(await server.database.run(`select code from site where code in ('east', 'west')`)).toEqual([{ code: 'east' }])
})

it('a site is for SUPERs to create', async () => {
  for (const name of ['operator', 'finance', 'cs'])
    expect(refusal(await create({ code: 'mine' }, await staff(server, name)))).toEqual([403, 'PERMISSION_DENIED'])
})

it('a site that a crash left without its books has them after the next start', async () => {
  await server.database.run(
    `insert into site (id, code, name, domains, flags, created_at) values (90001, 'late', '늦은집', '{late.example}', '000001', 1)`,
  )
  const { database } = server
  await server.close(true)
  server = await startTestServer({ database })
  expect((await server.call('/api/trade/option/list', { siteInfoId: 90001 })).body).toHaveLength(14)
})
