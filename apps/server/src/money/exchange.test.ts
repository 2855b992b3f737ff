import { randomUUID } from 'node:crypto'
import { DnwLegs, type DnwRow, Quote } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, moneyServer } from '../../test/money-house.ts'
import { StompPeer } from '../../test/stomp-peer.ts'
import { until } from '../../test/until.ts'

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
let demo2: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ holdMs: 0 })
  demo1 = await enrolled(server, 'demo1')
  demo2 = await enrolled(server, 'demo2')
  await until('the rates', async () => 'KRW_BTC' in (await demo1.get('/api/dnw/rate/map')).body)
})
afterAll(() => server.close())

const quoteOf = async (point: string) =>
  Quote.parse((await demo1.get(`/api/dnw/quote?from=BINARY&to=FUTURES&point=${point}`)).body)

it('a quote is the price of the conversion that it is brought to, once, and to its member alone', async () => {
  const quote = await quoteOf('140000')
  const body = { from: 'KRW', to: 'FUTURES', point: '140000', quoteId: quote.quoteId }
  expect(refusal(await demo2.post('/api/dnw/convert', body))).toEqual([409, 'QUOTE_EXPIRED'])
  const forged = `A${quote.quoteId.slice(1)}`
  expect(refusal(await demo1.post('/api/dnw/convert', { ...body, quoteId: forged }))).toEqual([409, 'QUOTE_EXPIRED'])
  const fresh = await quoteOf('140000')
  const done = await demo1.post('/api/dnw/convert', { ...body, quoteId: fresh.quoteId })
  expect(done.status).toBe(200)
  expect(DnwLegs.parse(done.body)).toMatchObject({
    out: { type: 'CO', walletType: 'BINARY', point: '140000' },
    in: { type: 'CI', walletType: 'FUTURES', point: fresh.receive, fee: fresh.fee },
  })
  expect(refusal(await demo1.post('/api/dnw/convert', { ...body, quoteId: fresh.quoteId }))).toEqual([
    409,
    'QUOTE_USED',
  ])
})

it('coins are bought and sold at the next mid, and a key answers as before', async () => {
  const key = crypto.randomUUID()
  const bought = await demo1.post('/api/dnw/buy/apply', { coin: 'BTC', point: '1000000' }, key)
  expect(bought.body).toMatchObject({ in: { walletType: 'BTC', status: 'COMPLETED' } })
  expect((await demo1.post('/api/dnw/buy/apply', { coin: 'BTC', point: '1000000' }, key)).body).toEqual(bought.body)
  const sold = await demo1.post('/api/dnw/sell/apply', { coin: 'BTC', point: bought.body.in.point })
  expect(sold.body).toMatchObject({ out: { walletType: 'BTC' }, in: { walletType: 'BINARY' } })
})

it.each([
  [{ from: 'KRW', to: 'BINARY', point: '10000' }, 'CURRENCY_UNSUPPORTED'],
  [{ from: 'BONUS', to: 'FUTURES', point: '10000' }, 'CURRENCY_UNSUPPORTED'],
  [{ from: 'KRW', to: 'FUTURES', point: '10000.5' }, 'AMOUNT_UNIT_MISMATCH'],
  [{ from: 'KRW', to: 'FUTURES', point: '99999999999' }, 'BALANCE_INSUFFICIENT'],
  [{ from: 'KRW', to: 'FUTURES', point: '10000', quoteId: 'x.y' }, 'QUOTE_EXPIRED'],
])('a conversion is refused: %j %s', async (body, code) => {
  expect(refusal(await demo1.post('/api/dnw/convert', body))[1]).toBe(code)
})

const convert = (body: object, key: string | true = true) =>
  demo1.post('/api/dnw/convert', { from: 'KRW', to: 'FUTURES', point: '140000', ...body }, key)
const krw = async (of = demo1): Promise<number> =>
  Number((await of.get('/api/wallet/my')).body.find(({ type }: { type: string }) => type === 'BINARY').point)

it('a quote is for its own pair and amount, and no longer than it says', async () => {
  const { quoteId } = await quoteOf('140000')
  expect(refusal(await convert({ point: '150000', quoteId }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await convert({ to: 'USDT', quoteId }))).toEqual([400, 'INVALID_REQUEST'])
  await configureMoney(server, { quoteMs: 1_000 })
  const short = await quoteOf('140000')
  await until('it is over', () => Date.now() > short.expiresAt)
  const before = await krw()
  expect(refusal(await convert({ quoteId: short.quoteId }))).toEqual([409, 'QUOTE_EXPIRED'])
  expect(await krw()).toBe(before)
  await configureMoney(server, { quoteMs: 10_000 })
})

it('a quote that is brought twice at once converts once', async () => {
  const { quoteId } = await quoteOf('140000')
  const before = await krw()
  const answers = await Promise.all([convert({ quoteId }), convert({ quoteId })])
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'QUOTE_USED'])
  expect(await krw()).toBe(before - 140_000)
})

it('a key is of one body: another is refused, and both legs of the first are told once', async () => {
  const port = Number(new URL(server.url).port)
  const peer = await new StompPeer(port, { Authorization: `Bearer ${demo1.token}` }).ready()
  const queue = await peer.subscribe('/user/queue/point')
  const rows = () => queue.filter(({ event }) => event === 'DNW_UPDATE').map(({ data }) => data as DnwRow)
  const key = randomUUID()
  const done = await convert({}, key)
  expect(refusal(await convert({ point: '150000' }, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  const other = await demo1.post('/api/dnw/buy/apply', { coin: 'BTC', point: '140000' }, key)
  expect(refusal(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect((await convert({}, key)).body).toEqual(done.body)
  await peer.until(() => rows().length >= 2)
  expect(rows()).toEqual([done.body.out, done.body.in])
  await peer.close()
})

it('conversions at once never take more than there is', async () => {
  const before = await krw(demo2)
  const point = String(Math.floor(before * 0.6))
  const answers = await Promise.all(
    [1, 2].map(() => demo2.post('/api/dnw/convert', { from: 'KRW', to: 'FUTURES', point })),
  )
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'BALANCE_INSUFFICIENT'])
  expect(await krw(demo2)).toBe(before - Number(point))
})

it('what is worth too little is refused in words that a member can read, and bonus money has no price', async () => {
  const small = await convert({ point: '1000' })
  expect(refusal(small)).toEqual([400, 'APPLY_BELOW_MIN'])
  expect(small.body.message).toBe('최소 5,000원 이상 신청해 주세요.')
  const least = await demo1.get('/api/dnw/quote?from=BINARY&to=BTC&point=0')
  expect(refusal(least)).toEqual([400, 'APPLY_BELOW_MIN'])
  expect(least.body.message).not.toMatch(/[{}]/)
  expect(refusal(await demo1.get('/api/dnw/quote?from=BONUS&to=FUTURES&point=10000'))[1]).toBe('CURRENCY_UNSUPPORTED')
  expect(refusal(await demo1.get('/api/dnw/rate?from=KRW&to=BINARY'))[1]).toBe('CURRENCY_UNSUPPORTED')
  expect((await demo1.get('/api/dnw/rate?from=KRW&to=BTC')).body.spread).toMatch(/^0\.\d+$/)
})
