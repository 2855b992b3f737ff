import { randomUUID } from 'node:crypto'
import { DnwRow, type MyWallet } from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, moneyServer } from '../../test/money-house.ts'
import { StompPeer } from '../../test/stomp-peer.ts'

const minuteMs = 60_000
const atOnce = { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 }

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ ...atOnce, cancelWindowMs: minuteMs })
  demo1 = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const won = async (of: { get: typeof demo1.get } = demo1): Promise<z.infer<typeof MyWallet>> =>
  (await of.get('/api/wallet/my')).body.find(({ type }: { type: string }) => type === 'BINARY')
const take = (point: string, key: string | true = true, more: object = {}) =>
  demo1.post('/api/dnw/withdraw/apply', { walletType: 'BINARY', point, otp: demo1.otp(), ...more }, key)
const cancel = (dnwHistoryId: number) => demo1.post('/api/dnw/cancel', { dnwHistoryId })

describe('a deposit', () => {
  it('is asked for once, is told to its member, and can be taken back', async () => {
    const port = Number(new URL(server.url).port)
    const peer = await new StompPeer(port, { Authorization: `Bearer ${demo1.token}` }).ready()
    const queue = await peer.subscribe('/user/queue/point')
    const key = randomUUID()
    const body = { walletType: 'BINARY', point: '1000000' }
    const [one, other] = await Promise.all([1, 2].map(() => demo1.post('/api/dnw/deposit/apply', body, key)))
    expect([one?.status, other?.body]).toEqual([200, one?.body])
    expect(DnwRow.parse(one?.body)).toMatchObject({ type: 'D', status: 'REQUESTED', point: '1000000', fee: '0' })
    await peer.until(() => queue.some(({ event }) => event === 'DNW_UPDATE'))
    expect(queue.find(({ event }) => event === 'DNW_UPDATE')?.data).toEqual(one?.body)

    const another = await demo1.post('/api/dnw/deposit/apply', { ...body, point: '2000000' }, key)
    expect(refusal(another)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(refusal(await demo1.post('/api/dnw/apply', { type: 'D', point: '50000' }))).toEqual([
      409,
      'REQUEST_ALREADY_PENDING',
    ])
    expect((await cancel(one?.body.id)).body).toMatchObject({ status: 'CANCELED', reason: 'MEMBER' })
    expect(refusal(await cancel(one?.body.id))).toEqual([409, 'CANCEL_CLOSED'])
    await peer.close()
  })

  it.each([
    [{ point: '' }, 400, 'DEPOSIT_AMOUNT_REQUIRED'],
    [{ point: '0' }, 400, 'DEPOSIT_AMOUNT_REQUIRED'],
    [{ point: '9000' }, 400, 'DEPOSIT_BELOW_MIN'],
    [{ point: '10500' }, 400, 'AMOUNT_UNIT_MISMATCH'],
    [{ point: '10000.5' }, 400, 'AMOUNT_UNIT_MISMATCH'],
    [{ point: '-10000' }, 400, 'INVALID_REQUEST'],
    [{ point: '1e6' }, 400, 'INVALID_REQUEST'],
    [{ point: '20000', depositor: '남의이름' }, 409, 'NAME_MISMATCH'],
    [{ point: '20000', walletType: 'FUTURES' }, 400, 'CURRENCY_UNSUPPORTED'],
    [{ point: '20000', walletType: 'BONUS' }, 400, 'CURRENCY_UNSUPPORTED'],
    [{ point: '20000', walletType: 'GOLD' }, 400, 'INVALID_REQUEST'],
  ])('of %j is refused: %i %s', async (body, status, code) => {
    const answer = await demo1.post('/api/dnw/deposit/apply', { walletType: 'BINARY', ...body })
    expect(refusal(answer)).toEqual([status, code])
    expect(answer.body.message).not.toMatch(/[{}]/)
  })
})

describe('a withdrawal', () => {
  it('takes a code of the app, once for all repeats of its key, and goes back when it is cancelled', async () => {
    const before = (await won()).point
    const body = { walletType: 'BINARY', point: '500000' }
    expect(refusal(await demo1.post('/api/dnw/withdraw/apply', body))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(refusal(await demo1.post('/api/dnw/withdraw/apply', { ...body, otp: '00000-00000' }))).toEqual([
      400,
      'OTP_MISMATCH',
    ])
    expect((await won()).point).toBe(before)

    const key = randomUUID()
    const asked = await take('500000', key)
    expect(asked.body).toMatchObject({ type: 'W', status: 'REQUESTED', fee: '1000', account: '신한은행 ****1001' })
    expect((await demo1.post('/api/dnw/withdraw/apply', body, key)).body).toEqual(asked.body)
    expect(await won()).toMatchObject({ point: String(Number(before) - 500_000), pendingOut: '500000' })
    expect((await won()).held).toContainEqual(expect.objectContaining({ cause: 'PENDING', dnwId: asked.body.id }))

    // One at a time over all wallets, however it is asked for.
    expect(refusal(await take('10000'))).toEqual([409, 'REQUEST_ALREADY_PENDING'])
    const stranger = await server.login('demo2')
    const foreign = await server.call('/api/dnw/cancel', {
      token: stranger.accessToken,
      key: true,
      body: { dnwHistoryId: asked.body.id },
    })
    expect(refusal(foreign)).toEqual([404, 'HISTORY_NOT_FOUND'])

    expect((await cancel(asked.body.id)).body).toMatchObject({ status: 'CANCELED' })
    expect(await won()).toMatchObject({ point: before, pendingOut: '0' })
    const list = (await demo1.get('/api/dnw/list?typeStrs=E')).body
    expect(list).toMatchObject([{ type: 'E', point: '500000', pairId: asked.body.id, reason: 'MEMBER' }])
  })

  it.each([
    [{ point: '' }, 400, 'WITHDRAW_AMOUNT_REQUIRED'],
    [{ point: '0' }, 400, 'WITHDRAW_AMOUNT_REQUIRED'],
    [{ point: '9000' }, 400, 'APPLY_BELOW_MIN'],
    [{ point: '10500' }, 400, 'AMOUNT_UNIT_MISMATCH'],
    [{ point: '900000000' }, 400, 'WITHDRAW_EXCEEDS_BALANCE'],
    [{ point: '10000', accountId: 999_999 }, 404, 'ACCOUNT_NOT_FOUND'],
    [{ point: '10000', accountId: 1002 }, 404, 'ACCOUNT_NOT_FOUND'],
    [{ point: '10', walletType: 'USDT' }, 409, 'WALLET_ACCOUNT_REQUIRED'],
    [{ point: '10', walletType: 'FUTURES', accountId: 1001 }, 400, 'WALLET_INFO_INVALID'],
  ])('of %j is refused: %i %s', async (body, status, code) => {
    // Refusals that need no proof come before it, so that no code is used up.
    const otp = ['APPLY_BELOW_MIN', 'WITHDRAW_EXCEEDS_BALANCE', 'AMOUNT_UNIT_MISMATCH'].includes(code)
      ? { otp: demo1.otp() }
      : {}
    const answer = await demo1.post('/api/dnw/withdraw/apply', { walletType: 'BINARY', ...body, ...otp })
    expect(refusal(answer)).toEqual([status, code])
    expect(answer.body.message).not.toMatch(/[{}]/)
  })

  it('never leaves more than there is, however many sessions ask at once', async () => {
    const demo3 = await enrolled(server, 'demo3')
    const second = (
      await server.call('/api/login', {
        body: { username: 'demo3', password: 'demo-pass-2026', otp: demo3.otp() },
      })
    ).body.accessToken
    const half = '6000000'
    const tokens = [demo3.token, second, demo3.token, second]
    const answers = await Promise.all(
      tokens.map((token) =>
        server.call('/api/dnw/withdraw/apply', {
          token,
          key: true,
          body: { walletType: 'BINARY', point: half, otp: demo3.otp() },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await won(demo3)).point).toBe('4000000')
  })

  it('is barred for a time after a change of password, with its end in the answer and in the wallet', async () => {
    const demo4 = await enrolled(server, 'demo4')
    await configureMoney(server, { changeHoldMs: minuteMs })
    const before = Date.now()
    const changed = await demo4.post('/api/user/change_password', {
      currentPassword: 'demo-pass-2026',
      password: 'lantern-orbit-7-x',
    })
    expect(changed.status).toBe(200)
    const body = { walletType: 'BINARY', point: '100000', otp: demo4.otp() }
    const answer = await demo4.post('/api/dnw/withdraw/apply', body)
    expect(refusal(answer)).toEqual([409, 'WITHDRAW_HOLD'])
    expect(answer.body.params.until).toBeGreaterThanOrEqual(before + minuteMs)
    expect((await won(demo4)).withdrawable).toBe('0')
    expect((await won(demo4)).held).toContainEqual({
      cause: 'PASSWORD',
      amount: null,
      until: answer.body.params.until,
      dnwId: null,
    })
    await configureMoney(server, atOnce)
  })
})

describe('GET dnw/cancel', () => {
  it('is an alias for pages of this host alone', async () => {
    const asked = (await demo1.post('/api/dnw/apply', { type: 'D', point: '30000' })).body
    const path = `/api/dnw/cancel?dnwHistoryId=${asked.id}`
    const from = (headers: Record<string, string>) => server.call(path, { token: demo1.token, headers })
    expect(refusal(await from({ origin: 'https://elsewhere.example' }))).toEqual([403, 'INVALID_ACCESS'])
    expect(refusal(await from({ 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'INVALID_ACCESS'])
    expect(refusal(await from({ 'sec-fetch-site': 'none' }))).toEqual([403, 'INVALID_ACCESS'])
    expect((await from({ 'sec-fetch-site': 'same-origin' })).body).toMatchObject({ id: asked.id, status: 'CANCELED' })
  })
})

describe('the history', () => {
  it('begins with the demo money that the wallets were opened with', async () => {
    const { accessToken: token } = await server.login('demo2')
    const list = async (query = '') => (await server.call(`/api/dnw/list${query}`, { token })).body
    const grants = z.array(DnwRow).parse(await list())
    expect(grants).toMatchObject([
      { type: 'D', status: 'COMPLETED', walletType: 'FUTURES', point: '10000', currency: 'USDT', reason: 'DEMO_GRANT' },
      {
        type: 'D',
        status: 'COMPLETED',
        walletType: 'BINARY',
        point: '10000000',
        currency: 'KRW',
        reason: 'DEMO_GRANT',
      },
    ])
    expect(await list('?walletType=BINARY&resultType=Page')).toMatchObject({ totalElements: 1, content: [grants[1]] })
    expect(await list('?resultType=Summary')).toMatchObject({
      sums: [
        { currency: 'KRW', in: '10000000' },
        { currency: 'USDT', in: '10000' },
      ],
    })
  })

  it('is filtered, paged and summed; a row of another is none', async () => {
    const page = (await demo1.get('/api/dnw/list?type=D&statusStrs=CANCELED,NONSENSE&size=1')).body
    expect(page).toMatchObject({ page: 0, size: 1, totalPages: page.totalElements })
    expect(page.content[0]).toMatchObject({ type: 'D', status: 'CANCELED' })
    expect((await demo1.get('/api/dnw/list?typeStrs=ZZ')).body).toEqual([])
    expect((await demo1.get('/api/dnw/list?walletType=FUTURES&typeStrs=W')).body).toEqual([])
    expect((await demo1.get('/api/dnw/list?startDate=2020-01-01&endDate=2020-01-02')).body).toEqual([])
    const sum = (await demo1.get('/api/dnw/list?resultType=Summary&typeStrs=D,W')).body
    // What came in is the demo money alone.
    expect(sum.sums[0]).toEqual({ currency: 'KRW', in: '10000000', out: '0', fee: '0' })
    expect((await demo1.get('/api/dnw/list?resultType=Simple&type=D')).body[0]).toEqual({
      id: expect.any(Number),
      label: expect.stringContaining('BINARY'),
    })
    const { id } = page.content[0]
    expect((await demo1.get(`/api/dnw/one?dnwHistoryId=${id}`)).body.id).toBe(id)
    const { accessToken: token } = await server.login('demo2')
    expect(refusal(await server.call(`/api/dnw/one?dnwHistoryId=${id}`, { token }))).toEqual([404, 'HISTORY_NOT_FOUND'])
  })
})

describe('the site', () => {
  it('says its limits to all, and where to send to members only', async () => {
    const guest = (await server.call('/api/site_info/dnw')).body
    expect(guest).toMatchObject({
      moneyMode: 'DEMO',
      deposit: { min: '10000', unit: '1000', expiresSec: 7_200 },
      withdraw: { fee: '1000', maxPerDay: '50000000', cancelWindowSec: 60, travelRuleFrom: '1000000' },
      accounts: [],
    })
    expect(guest.coins).toContainEqual(
      expect.objectContaining({
        coin: 'USDT',
        isDeposit: true,
        networks: [expect.objectContaining({ network: 'TRC20' })],
      }),
    )
    expect((await demo1.get('/api/site_info/dnw')).body.accounts).toMatchObject([{ bank: '마루모의은행' }])
    expect((await server.call('/fee.json')).body).toEqual({
      D: { fee: '0', min: '10000' },
      W: { fee: '1000', min: '10000' },
    })
    expect((await server.call('/data/appid.json', { siteInfoId: null })).status).toBe(200)
    const all = (await server.call('/api/banklist')).body
    expect(all).toContainEqual({ id: 88, code: '088', name: '신한은행' })
    await server.database.run(`update site set bank_filter = '{"exclude": [[1, 199]]}' where id = 15`)
    const fewer = (await server.call('/api/banklist', { siteInfoId: 15 })).body
    expect(fewer.length).toBeGreaterThan(0)
    expect(fewer.every(({ id }: { id: number }) => id > 199)).toBe(true)
  })
})
