import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { demoPassword } from './demo.ts'
import { seeTrait, tellMissingTraits, tellTraits } from './traits.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
})
afterAll(() => house.close())

/** Signs in with a cookie, and gives the one that the answer sets. */
async function signIn(username: string, cookie?: string, remoteAddress = '127.0.0.1') {
  const answer = await house.app.inject({
    method: 'POST',
    remoteAddress,
    url: '/api/login',
    headers: cookie === undefined ? {} : { cookie },
    payload: { username, password: demoPassword, siteInfoId: 1 },
  })
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['set-cookie'])
}
const pairOf = (cookie: string) => cookie.split(';')[0]!
const known = (kind: string) =>
  house.database.run('select member_id::int as id, hash from member_trait where kind = $1 order by 1', [kind])
const membersOf = async (kind: string) => (await known(kind)).map(({ id }) => id)

test('the core knows the persons of the demo members from the start on, as hashes alone', async () => {
  await expect.poll(() => membersOf('IDENTITY')).toEqual(Array.from({ length: 17 }, (_, n) => 1001 + n))
  for (const { hash } of await known('IDENTITY')) expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

test('a device is told once a second member signs in on it, for both of them', async () => {
  const cookie = await signIn('demo1')
  expect(cookie).toMatch(
    /^maru_device=[\w-]{22}\.[\w-]{43}; Path=\/api\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  )
  expect(await membersOf('DEVICE')).toEqual([])
  expect(pairOf(await signIn('demo1', `theme=dark; ${pairOf(cookie)}; a=b`))).toBe(pairOf(cookie))
  expect(await membersOf('DEVICE')).toEqual([])
  await signIn('demo2', pairOf(cookie))
  expect(await membersOf('DEVICE')).toEqual([1001, 1002])
  expect(new Set((await known('DEVICE')).map(({ hash }) => hash)).size).toBe(1)
  // Nothing of it can be used to sign in as that device.
  expect(JSON.stringify(await known('DEVICE'))).not.toContain(pairOf(cookie).slice(12, 34))
})

test('a cookie that the server did not make is nobody’s device', async () => {
  const cookie = pairOf(await signIn('demo3'))
  const forged = cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A')
  expect(pairOf(await signIn('demo4', forged))).not.toBe(cookie)
  expect(await membersOf('DEVICE')).not.toContain(1004)
})

test('a sign-in that failed leaves no device', async () => {
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'partner1', password: demoPassword, siteInfoId: 1, otp: '000000' },
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('what a core did not hear is told later, and once', async () => {
  const { db, clocks } = house.deps
  const seen = { siteId: 1, memberId: 1005, kind: 'BANK', hash: Buffer.alloc(32, 7) } as const
  const write = () => db.tenant(1, (tx) => seeTrait(tx, seen, clocks.wall()))
  await write()
  const core = { ...house.deps.core, submit: () => Promise.reject(new Error('away')), serves: () => true }
  await tellTraits({ ...house.deps, core }, 1, 1005)
  expect(house.logged()).toContain('traits not told yet')
  expect(await membersOf('BANK')).toEqual([])
  await tellMissingTraits(house.deps)
  expect(await membersOf('BANK')).toEqual([1005])
  await write()
  const before = await house.database.run('select told_at from trait_seen where kind = $1', ['BANK'])
  await tellMissingTraits(house.deps)
  expect(await house.database.run('select told_at from trait_seen where kind = $1', ['BANK'])).toEqual(before)
})

test('a member of whom the core knows nothing keeps what was seen of him for later', async () => {
  const { db, clocks } = house.deps
  const seen = { siteId: 1, memberId: 999_999, kind: 'BANK', hash: Buffer.alloc(32, 8) } as const
  await db.tenant(1, (tx) => seeTrait(tx, seen, clocks.wall()))
  await tellMissingTraits(house.deps)
  expect(await house.database.run('select told_at from trait_seen where member_id = 999999')).toEqual([
    { told_at: null },
  ])
})

test('an address of the network is told while few members share it, and of this machine or a private network never', async () => {
  for (const username of ['demo1', 'demo2', 'demo3']) {
    await signIn(username, undefined, '192.168.0.7')
    await signIn(username, undefined, '127.0.0.1')
  }
  expect(await house.database.run(`select 1 from trait_seen where kind = 'IP'`)).toEqual([])
  await signIn('demo1', undefined, '203.0.113.9')
  expect(await membersOf('IP')).toEqual([])
  await signIn('demo2', undefined, '203.0.113.9')
  expect(await membersOf('IP')).toEqual([1001, 1002])
  // A carrier's: the core hears of one more than it still believes, so that it knows.
  await house.database.run(
    `insert into trait_seen select 1, 2000 + n, 'IP', s.hash, s.seen_at, s.seen_at from (
       select hash, seen_at from trait_seen where kind = 'IP' limit 1) s, generate_series(1, 9) n`,
  )
  await signIn('demo3', undefined, '203.0.113.9')
  expect(await membersOf('IP')).toEqual([1001, 1002])
  // The same connection of IPv6, whatever its lower half.
  await signIn('demo4', undefined, '2001:db8::1')
  await signIn('demo5', undefined, '2001:db8::2')
  expect(await membersOf('IP')).toEqual([1001, 1002, 1004, 1005])
})
