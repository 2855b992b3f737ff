import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { moneyServer, staff } from '../../test/money-house.ts'

const reason = '가을 행사'
const day = 86_400_000
const demos = ['demo1', 'demo2', 'demo3', 'demo4', 'demo5']

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let site: Person
let finance: Person
let finance2: Person
const tokens: string[] = []
beforeAll(async () => {
  server = await moneyServer({ holdMs: 0, firstHoldMs: 0 })
  ;[site, finance, finance2] = [
    await staff(server, 'operator'),
    await staff(server, 'finance'),
    await staff(server, 'finance2'),
  ]
  for (const demo of demos) tokens.push((await server.login(demo)).accessToken)
})
afterAll(() => server.close())

const coupon = (parts: object) => ({
  reason,
  promoCode: 'MARU-50',
  title: '가을맞이 보너스',
  walletType: 'BINARY',
  point: '100000',
  startsAt: Date.now() - day,
  endsAt: Date.now() + day,
  maxUses: 3,
  isFirstDeposit: false,
  audience: [],
  ...parts,
})
async function opened(parts: object = {}): Promise<void> {
  const asked = await site.post('/api/console/coupon', coupon(parts))
  expect(asked.status).toBe(202)
  const approved = await finance.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason })
  expect(approved.body).toMatchObject({ kind: 'COUPON_CREATE', state: 'APPROVED' })
}
const use = (token: string, promoCode: string, key: string = randomUUID(), walletType = 'BINARY') =>
  server.call('/api/coupon/use', { token, key, body: { promoCode, walletType } })
const bonusOf = async (token: string) => {
  const { body } = await server.call('/api/wallet/my', { token })
  return body.find(({ type }: { type: string }) => type === 'BONUS')?.point ?? '0'
}

describe('coupons', () => {
  it('gives exactly as many bonuses as it has uses to 50 requests at once', async () => {
    await opened()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => use(tokens[at % 5]!, 'MARU-50')))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(3)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['COUPON_ALREADY_USED', 'COUPON_SOLD_OUT']),
    )
    const sums = await Promise.all(tokens.map(bonusOf))
    expect(sums.sort()).toEqual(['0', '0', '100000', '100000', '100000'])
    expect((await finance.get('/api/console/coupon')).body.content[0]).toMatchObject({ code: 'MARU-50', uses: 3 })
  })

  it('answers a repeat under the same key as the first time, with the turnover that it asks for', async () => {
    await opened({ promoCode: 'AGAIN', point: '20000', maxUses: 1 })
    const key = randomUUID()
    const terms = await server.call('/api/coupon/terms?promoCode=again', { token: tokens[0]! })
    expect(terms.body).toMatchObject({ point: '20000', required: '600000', cap: '200000', left: 1 })
    const [first, second] = [await use(tokens[0]!, 'again', key), await use(tokens[0]!, 'again', key)]
    expect(second.body).toEqual(first.body)
    expect(first.body).toMatchObject({ type: 'B', walletType: 'BONUS', turnover: { remain: '600000', state: 'OPEN' } })
    const one = await server.call(`/api/dnw/one?dnwHistoryId=${first.body.id}`, { token: tokens[0]! })
    expect(one.body).toEqual({ ...first.body, turnover: first.body.turnover })
    const list = await server.call('/api/coupon/bonus', { token: tokens[0]! })
    expect(list.body.bonuses[0]).toMatchObject({ id: first.body.id, title: '가을맞이 보너스', point: '20000' })
    expect(refusal(await server.call('/api/coupon/terms?promoCode=again', { token: tokens[1]! }))).toEqual([
      409,
      'COUPON_SOLD_OUT',
    ])
  })

  it('is one code however it is spelled, and used once', async () => {
    await opened({ promoCode: 'SPELL-10', point: '1000', maxUses: 10 })
    const spellings = ['spell-10', ' SPELL-10 ', 'ＳＰＥＬＬ－１０', 'SPELL-\u200b10', 'SPELL-10\u00a0']
    const answers = []
    for (const spelling of spellings) answers.push(refusal(await use(tokens[2]!, spelling)))
    expect(answers.slice(1)).toEqual(spellings.slice(1).map(() => [409, 'COUPON_ALREADY_USED']))
    const { content } = (await finance.get('/api/console/coupon')).body
    expect(content.find(({ code }: { code: string }) => code === 'SPELL-10').uses).toBe(1)
  })

  it('refuses a coupon of another wallet when it is asked for, and its use for one', async () => {
    const foreign = await site.post('/api/console/coupon', coupon({ promoCode: 'FUT', walletType: 'FUTURES' }))
    expect(refusal(foreign)).toEqual([400, 'COUPON_WALLET_NOT_ALLOWED'])
    await opened({ promoCode: 'WALLET' })
    expect(refusal(await use(tokens[0]!, 'WALLET', randomUUID(), 'FUTURES'))).toEqual([
      400,
      'COUPON_WALLET_NOT_ALLOWED',
    ])
    expect(refusal(await use(tokens[0]!, 'NOBODYS'))).toEqual([404, 'COUPON_NOT_FOUND'])
    expect(refusal(await use(tokens[0]!, "A'; drop table coupon"))[0]).toBe(400)
  })

  it('is opened by SITE and FINANCE together: neither alone, and no code twice', async () => {
    expect((await finance.post('/api/console/coupon', coupon({ promoCode: 'MINE' }))).status).toBe(403)
    const asked = await site.post('/api/console/coupon', coupon({ promoCode: 'MINE' }))
    expect(refusal(await site.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason }))[0]).toBe(403)
    expect(refusal(await use(tokens[0]!, 'MINE'))).toEqual([404, 'COUPON_NOT_FOUND'])
    expect(refusal(await site.post('/api/console/coupon', coupon({})))).toEqual([400, 'INVALID_REQUEST'])
  })

  it('is over once it is revoked', async () => {
    await opened({ promoCode: 'REVOKED' })
    const { content } = (await site.get('/api/console/coupon')).body
    const { id } = content.find(({ code }: { code: string }) => code === 'REVOKED')
    expect((await site.post(`/api/console/coupon/${id}/revoke`, { reason })).body).toEqual({ ok: true })
    expect(refusal(await use(tokens[0]!, 'REVOKED'))).toEqual([409, 'COUPON_EXPIRED'])
    expect(refusal(await site.post('/api/console/coupon/1/revoke', { reason }))).toEqual([404, 'COUPON_NOT_FOUND'])
  })

  it('is for a first deposit only where it says so, and never for a partner or who rests', async () => {
    await opened({ promoCode: 'FIRST', isFirstDeposit: true })
    expect(refusal(await use(tokens[3]!, 'FIRST'))).toEqual([409, 'COUPON_FIRST_DEPOSIT'])
    await opened({ promoCode: 'REST' })
    const partner = await staff(server, 'partner1')
    const terms = await server.call('/api/coupon/terms?promoCode=REST', { token: partner.token })
    for (const answer of [terms, await use(partner.token, 'REST')])
      expect(refusal(answer)).toEqual([403, 'COUPON_PARTNER_NOT_ALLOWED'])
    await server.call('/api/limit/cool_off', { token: tokens[4]!, key: true, body: { period: '24h' } })
    expect(refusal(await use(tokens[4]!, 'REST'))).toEqual([403, 'COOL_OFF_ACTIVE'])
  })
})

describe('bonus at the desk', () => {
  const bonus = (by: Person, body: object) => by.post('/api/console/member/1004/bonus', { reason, ...body })

  it('is granted and taken back by two persons of FINANCE', async () => {
    const before = Number(await bonusOf(tokens[3]!))
    const asked = await bonus(finance, { type: 'PB', point: '50000' })
    expect(asked.status).toBe(202)
    const path = `/api/console/approvals/${asked.body.approvalId}/approve`
    expect(refusal(await finance.post(path, { reason }))).toEqual([403, 'APPROVAL_SELF'])
    expect((await finance2.post(path, { reason })).body).toMatchObject({ kind: 'BONUS_GRANT', state: 'APPROVED' })
    expect((await finance2.post(path, { reason })).body).toMatchObject({ state: 'APPROVED' })
    expect(Number(await bonusOf(tokens[3]!))).toBe(before + 50_000)
    const back = await bonus(finance, { type: 'PM', point: '20000' })
    await finance2.post(`/api/console/approvals/${back.body.approvalId}/approve`, { reason })
    expect(Number(await bonusOf(tokens[3]!))).toBe(before + 30_000)
    expect(refusal(await bonus(site, { type: 'PB', point: '50000' }))[0]).toBe(403)
    expect(refusal(await bonus(finance, { type: 'PB', point: '0' }))).toEqual([400, 'INVALID_REQUEST'])
  })
})
