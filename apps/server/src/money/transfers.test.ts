import { randomUUID } from 'node:crypto'
import { DnwRow } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { type TestServer, unlimited } from '../../test/harness.ts'
import { enrolled, moneyServer } from '../../test/money-house.ts'
import { StompPeer } from '../../test/stomp-peer.ts'

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
let demo2: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  const rates = { ...unlimited, recipient: { points: 10, seconds: 60 } }
  server = await moneyServer({ holdMs: 0, changeHoldMs: 0 }, { http: { rates } })
  demo1 = await enrolled(server, 'demo1')
  demo2 = await enrolled(server, 'demo2')
})
afterAll(() => server.close())

const own = (body: object, key: string | true = true) => demo1.post('/api/dnw/transfer', body, key)
const give = (parts: object = {}, key: string | true = true) =>
  own({ walletType: 'BINARY', username: 'demo2', point: '20000', ...parts }, key)
const check = (username: string) => demo1.get(`/api/dnw/transfer/check?username=${username}`)
const pointOf = async (of: typeof demo1, wallet = 'BINARY'): Promise<number> =>
  Number((await of.get('/api/wallet/my')).body.find(({ type }: { type: string }) => type === wallet)?.point ?? '0')

/** What a member is told of rows from now on. */
async function news({ token }: typeof demo1) {
  const peer = await new StompPeer(Number(new URL(server.url).port), { Authorization: `Bearer ${token}` }).ready()
  const queue = await peer.subscribe('/user/queue/point')
  const rows = () => queue.filter(({ event }) => event === 'DNW_UPDATE').map(({ data }) => data)
  return { rows, until: (count: number) => peer.until(() => rows().length >= count), close: () => peer.close() }
}

/** A member who signed up without an identity. */
async function newcomer(username: string, nick: string, siteInfoId = 1): Promise<string> {
  const form = { username, password: 'lantern-orbit-7', name: '홍길동', phone: `010-3000-${nick.slice(-4)}`, nick }
  const signed = await server.call('/api/player', { body: form, siteInfoId })
  if (signed.status !== 200) throw new Error(JSON.stringify(signed.body))
  const { body } = await server.call('/api/login', { body: { username, password: form.password }, siteInfoId })
  return body.accessToken
}

describe('a transfer between own wallets', () => {
  it('takes no code, is done once for a key, and both of its rows are told', async () => {
    const told = await news(demo1)
    const key = randomUUID()
    const body = { from: 'FUTURES', to: 'USDT', point: '12.5' }
    const before = await pointOf(demo1, 'FUTURES')
    const [one, other] = await Promise.all([own(body, key), own(body, key)])
    expect(DnwRow.parse(one.body)).toMatchObject({ type: 'TO', walletType: 'FUTURES', point: '12.5' })
    expect(other.body).toEqual(one.body)
    expect(refusal(await own({ ...body, point: '13' }, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect([await pointOf(demo1, 'FUTURES'), await pointOf(demo1, 'USDT')]).toEqual([before - 12.5, 12.5])
    await told.until(2)
    expect(told.rows()).toEqual([one.body, expect.objectContaining({ type: 'TI', walletType: 'USDT', point: '12.5' })])
    await told.close()
  })

  it.each([
    [{ from: 'BINARY', to: 'FUTURES', point: '10000' }, 400, 'CURRENCY_UNSUPPORTED'],
    [{ from: 'BINARY', to: 'BINARY', point: '10000' }, 400, 'CURRENCY_UNSUPPORTED'],
    [{ from: 'BINARY', to: 'BONUS', point: '10000' }, 400, 'CURRENCY_UNSUPPORTED'],
    [{ from: 'FUTURES', to: 'USDT', point: '99999999' }, 409, 'BALANCE_INSUFFICIENT'],
    [{ from: 'FUTURES', to: 'USDT', point: '0.000000001' }, 400, 'AMOUNT_UNIT_MISMATCH'],
    [{ from: 'FUTURES', to: 'USDT', point: '0' }, 400, 'INVALID_REQUEST'],
    [{ from: 'FUTURES', to: 'USDT' }, 400, 'INVALID_REQUEST'],
    [{ from: 'FUTURES', to: 'USDT', point: '1', username: 'demo2' }, 400, 'INVALID_REQUEST'],
  ])('of %j is refused: %i %s', async (body, status, code) => {
    const answer = await own(body)
    expect(refusal(answer)).toEqual([status, code])
    expect(answer.body.message).not.toMatch(/[{}]/)
  })
})

describe('a transfer to a member', () => {
  it('takes a code once for all repeats of its key; each of the two is told his row, with the other masked', async () => {
    const [mine, his] = [await news(demo1), await news(demo2)]
    const before = [await pointOf(demo1), await pointOf(demo2)] as const
    const shown = await check('demo2')
    expect(shown.body).toMatchObject({ username: 'demo2', name: '김*루', isVerified: true })
    expect(refusal(await give())).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(refusal(await give({ otp: '00000-00000' }))).toEqual([400, 'OTP_MISMATCH'])

    const key = randomUUID()
    const otp = demo1.otp()
    const given = await give({ otp }, key)
    expect(DnwRow.parse(given.body)).toMatchObject({ type: 'TO', counterparty: '김*루', point: '20000' })
    expect((await give({ otp }, key)).body).toEqual(given.body)
    expect((await give({}, key)).body).toEqual(given.body)
    expect(refusal(await give({ point: '30000' }, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect([await pointOf(demo1), await pointOf(demo2)]).toEqual([before[0] - 20_000, before[1] + 20_000])

    await Promise.all([mine.until(1), his.until(1)])
    expect(mine.rows()).toEqual([given.body])
    expect(his.rows()).toMatchObject([{ id: given.body.pairId, type: 'TI', counterparty: '김*루', point: '20000' }])
    await Promise.all([mine.close(), his.close()])
  })

  it('never gives more than the day allows, however many are sent at once', async () => {
    const before = await pointOf(demo1)
    const sent = [1, 2, 3].map(() => give({ point: '2400000', otp: demo1.otp() }))
    const answers = await Promise.all(sent)
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 200, 'WITHDRAW_LIMIT_EXCEEDED'])
    expect(await pointOf(demo1)).toBe(before - 4_800_000)
  })

  it('reaches nobody but verified members of its own site', async () => {
    await newcomer('elsewhere1', '남의회원7001', 15)
    const token = await newcomer('unproven1', '새회원7002')
    for (const username of ['nobody-here', 'elsewhere1', 'admin', 'partner1']) {
      expect([username, ...refusal(await give({ username }))]).toEqual([username, 404, 'USER_NOT_FOUND'])
      expect([username, ...refusal(await check(username))]).toEqual([username, 404, 'USER_NOT_FOUND'])
    }
    expect(refusal(await give({ username: 'demo1' }))).toEqual([400, 'TRANSFER_SELF'])
    expect(refusal(await check('demo1'))).toEqual([400, 'TRANSFER_SELF'])
    expect((await check('unproven1')).body.isVerified).toBe(false)
    const unproven = await give({ username: 'unproven1' })
    expect([...refusal(unproven), unproven.body.params]).toEqual([403, 'KYC_REQUIRED', { field: 'username' }])
    const body = { walletType: 'BINARY', username: 'demo1', point: '10000' }
    const answer = await server.call('/api/dnw/transfer', { token, key: true, body })
    expect([...refusal(answer), answer.body.params]).toEqual([403, 'KYC_REQUIRED', {}])
  })

  it.each([
    [{ point: '0' }, 400, 'INVALID_REQUEST'],
    [{ point: undefined }, 400, 'INVALID_REQUEST'],
    [{ point: '-1' }, 400, 'INVALID_REQUEST'],
    [{ point: '10000.5' }, 400, 'AMOUNT_UNIT_MISMATCH'],
    [{ walletType: 'GOLD' }, 400, 'INVALID_REQUEST'],
    [{ username: "demo2' or 1=1" }, 400, 'INVALID_REQUEST'],
  ])('of %j is refused before its code is looked at: %i %s', async (parts, status, code) => {
    const answer = await give({ otp: '00000-00000', ...parts })
    expect(refusal(answer)).toEqual([status, code])
    expect(answer.body.message).not.toMatch(/[{}]/)
  })
})

it('a member may look ten receivers up a minute, found or not', async () => {
  const { accessToken: token } = await server.login('demo3')
  const look = (n: number) => server.call(`/api/dnw/transfer/check?username=stranger${n}`, { token })
  const codes: string[] = []
  for (let n = 0; n < 11; n += 1) codes.push((await look(n)).body.code)
  expect(codes).toEqual([...Array<string>(10).fill('USER_NOT_FOUND'), 'RATE_LIMITED'])
})
