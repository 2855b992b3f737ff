import { DnwLegs, Quote } from '@maru/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer } from '../../test/money-house.ts'

let server: TestServer
let demo1: Awaited<ReturnType<typeof enrolled>>
let demo2: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ holdMs: 0 })
  demo1 = await enrolled(server, 'demo1')
  demo2 = await enrolled(server, 'demo2')
  await vi.waitFor(async () => expect((await demo1.get('/api/dnw/rate/map')).body).toHaveProperty('KRW_BTC'), {
    timeout: 20_000,
    interval: 100,
  })
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
