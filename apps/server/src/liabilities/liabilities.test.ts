import type { LiabilityProof, LiabilityStatement } from '@maru/contract'
import { verifyLiability } from '@maru/evidence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { EvidenceKeys } from '../evidence/index.ts'
import { registerLiabilities, stateLiabilities } from './index.ts'
import { owedOf } from './owed.ts'
import { proofsOf } from './proofs.ts'
import { slice } from './slices.ts'

const november = Date.UTC(2026, 10, 30, 14, 59) // 23:59 of the 30th in Korea
const december = november + 60_000

let house: HttpHouse
let keys: EvidenceKeys
beforeAll(async () => {
  house = await startHttp({ rates: unlimited, before: registerLiabilities })
  const { db, config, clocks } = house.deps
  keys = new EvidenceKeys(db, config.tokenSecret, clocks.wall)
})
afterAll(() => house.close())

const state = (at: number) => stateLiabilities(house.deps.db, keys, at, new AbortController().signal)
const listed = async (site = 1): Promise<LiabilityStatement[]> =>
  (await house.app.inject({ url: `/api/public/liabilities?siteInfoId=${site}` })).json()
async function proofs(username: string, query = ''): Promise<LiabilityProof[]> {
  const { accessToken } = await house.login(username)
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await house.app.inject({ url: `/api/user/liability_proof?siteInfoId=1${query}`, headers })).json()
}
async function check(proof: LiabilityProof) {
  const publicKeys = new Map((await keys.list()).map(({ keyId, publicKey }) => [keyId, publicKey]))
  return verifyLiability(proof, (keyId) => publicKeys.get(keyId) ?? null)
}
const failing = async (proof: LiabilityProof) =>
  (await check(proof)).filter(({ isOk }) => !isOk).map(({ name }) => name)

test('the first run in a month states what each site owes, once; the total is the sum of its wallets', async () => {
  expect(await listed()).toEqual([])
  expect(await state(november)).toBeGreaterThan(0)
  expect(await state(november)).toBe(0)
  const statements = await listed()
  expect(statements.map(({ month, currency }) => [month, currency])).toEqual([
    ['2026-11', 'KRW'],
    ['2026-11', 'USDT'],
  ])
  const wallets = await house.database.run(
    `select currency, sum(posted)::text as sum, count(*)::int as count from wallet where site_id = 1 and posted > 0 group by 1 order by 1`,
  )
  expect(statements.map(({ total }) => total)).toEqual([
    String(wallets[0]?.['sum']),
    String(BigInt(String(wallets[1]?.['sum'])) / 100_000_000n),
  ])
  expect(statements.map(({ leafCount }) => leafCount)).toEqual(wallets.map(({ count }) => count))
})

test('a member checks that he was counted with all that he has', async () => {
  await state(november)
  const mine = await proofs('demo1')
  expect(mine.map(({ leaf }) => [leaf.currency, leaf.parts, leaf.amount])).toEqual([
    ['KRW', { BINARY: '10000000' }, '10000000'],
    ['USDT', { FUTURES: '10000' }, '10000'],
  ])
  for (const proof of mine) expect(await failing(proof)).toEqual([])
  const [his] = await proofs('demo2')
  expect(his?.leaf.memberId).not.toBe(mine[0]?.leaf.memberId)
  expect(await failing(his!)).toEqual([])
})

test('what followers set aside for a trader is owed to him until it is paid', async () => {
  const owed = async () => {
    const all = await house.deps.db.system((tx) => owedOf(tx, 1))
    return all.find(({ memberId, currency }) => memberId === 1 && currency === 'USDT')?.parts['SHARE']
  }
  expect(await owed()).toBeUndefined()
  await house.database.run(
    'insert into copy_payout (site_id, id, trader_id, day, amount, pay_at) values (1, 1, 1, 0, 7, 9), (1, 2, 1, 1, 5, 9)',
  )
  expect(await owed()).toBe(12n)
  await house.database.run('update copy_payout set paid_at = 9')
  expect(await owed()).toBeUndefined()
})

test('a proof that was tampered with does not hold', async () => {
  await state(november)
  const [proof] = (await proofs('demo1')) as [LiabilityProof]
  const { leaf, statement } = proof
  const less = { ...leaf, parts: { BINARY: '9999999' }, amount: '9999999' }
  expect(await failing({ ...proof, leaf: { ...leaf, parts: { BINARY: '9999999' } } })).toEqual(['amount', 'tree'])
  expect(await failing({ ...proof, leaf: less })).toEqual(['tree'])
  expect(await failing({ ...proof, leaf: { ...leaf, currency: 'USDT' } })).toEqual(['amount', 'tree'])
  expect(await failing({ ...proof, salt: 'ab'.repeat(16) })).toEqual(['tree'])
  expect(await failing({ ...proof, salt: 'x' })).toEqual(['tree'])
  expect(await failing({ ...proof, statement: { ...statement, total: '1' } })).toEqual(['tree', 'signature'])
  expect(await failing({ ...proof, statement: { ...statement, at: 1 } })).toEqual(['signature'])
  expect(await failing({ ...proof, statement: { ...statement, keyId: '0'.repeat(16) } })).toEqual(['signature'])
  expect(await failing({ ...proof, statement: { ...statement, total: 'much' } })).toEqual(['tree', 'signature'])
})

test('a month begins in Korea; the months before stay, and a proof can be asked for each', async () => {
  await state(november)
  await state(december)
  expect([...new Set((await listed()).map(({ month }) => month))]).toEqual(['2026-12', '2026-11'])
  expect((await proofs('demo1'))[0]?.statement.month).toBe('2026-12')
  const [old] = await proofs('demo1', '&month=2026-11')
  expect(old?.statement.month).toBe('2026-11')
  expect(await failing(old!)).toEqual([])
  expect(await proofs('demo1', '&month=2020-01')).toEqual([])
  const { accessToken } = await house.login('demo1')
  const headers = { authorization: `Bearer ${accessToken}` }
  const bad = await house.app.inject({ url: '/api/user/liability_proof?siteInfoId=1&month=2026-13', headers })
  expect([bad.statusCode, bad.json().code]).toEqual([400, 'INVALID_REQUEST'])
})

test('what is on its way out is owed too', async () => {
  await house.database.run(
    `insert into dnw select site_id, 4711, id, 'W', 'APPROVED', 'BINARY', 'KRW', 30000, 1000, null, 30000, 1, '', '', 'BANK_KRW', '', '', '[]',
       0, null, '[]', null, null, null, 1, null, null, '[]', 1 from member where site_id = 1 and username = 'demo1'`,
  )
  await state(december + 31 * 86_400_000)
  const [won] = await proofs('demo1')
  expect(won?.leaf).toMatchObject({ parts: { BINARY: '10000000', PENDING: '30000' }, amount: '10030000' })
  expect(await failing(won!)).toEqual([])
})

test('in a statement of many members the first, the last and those about the end of a slice have proofs that hold', async () => {
  await house.database.run(
    `insert into wallet select (jsonb_populate_record(w, jsonb_build_object('member_id', 5000000 + n, 'posted', 1000 + n))).*
     from wallet w, generate_series(1, 1001) n
     where w.site_id = 1 and w.type = 'BINARY' and w.member_id = (select id from member where site_id = 1 and username = 'demo1')`,
  )
  await state(december + 62 * 86_400_000)
  const [statement] = await listed()
  const leaves = await house.database.run(
    `select member_id::text as id, index from liability_node
     where site_id = 1 and month = $1 and currency = 'KRW' and level = 0 order by index`,
    [statement!.month],
  )
  expect(leaves).toHaveLength(statement!.leafCount)
  for (const place of [0, slice - 1, slice, leaves.length - 1]) {
    const memberId = Number(leaves[place]?.['id'])
    const [proof] = await house.deps.db.system((tx) => proofsOf(tx, 1, memberId))
    expect(proof?.index).toBe(place)
    expect(await failing(proof!)).toEqual([])
  }
})

test('what was stated cannot be changed, and another site’s statements are not shown', async () => {
  await state(november)
  for (const text of ['update liability_statement set total = 0', 'delete from liability_node'])
    await expect(house.deps.db.system((tx) => tx.query(text))).rejects.toThrow(/permission denied/)
  expect((await listed(15)).every(({ siteId }) => siteId === 15)).toBe(true)
})
