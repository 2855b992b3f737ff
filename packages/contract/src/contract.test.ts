import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  DecimalInput,
  type Endpoint,
  endpoints,
  errors,
  FuturesOrderBody,
  futuresEndpoints,
  KrwAmount,
  OverseaOrderBody,
  overseaEndpoints,
  PositiveDecimalInput,
  SignupBody,
} from './index.ts'

const all = Object.entries<Endpoint>(endpoints)

describe('the error catalogue', () => {
  const shared = '../shared/data/errors.json'
  it.skipIf(!existsSync(shared))('holds every code of the specification’s list with its texts and status', () => {
    const listed: { code: string; ko: string; en: string; http: number | null }[] = JSON.parse(
      readFileSync(shared, 'utf8'),
    )
    // The list names what is shipped; the text says what is configured.
    const shipped = (text: string, code: string) => (code === 'TPSL_TICK_RANGE' ? text.replace('{max}', '1,000') : text)
    const ours = Object.entries(errors).map(([code, { ko, en, http }]) => ({
      code,
      ko: shipped(ko, code),
      en: shipped(en, code),
      http,
    }))
    const isListed = ({ code }: { code: string }) => listed.some((one) => one.code === code)
    const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code)
    expect(ours.filter(isListed).sort(byCode)).toEqual(
      listed.map(({ code, ko, en, http }) => ({ code, ko, en, http })).sort(byCode),
    )
  })

  it('names the same parameters in both languages, and ROUTE_NOT_FOUND is the router’s alone', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    for (const [code, { ko, en }] of Object.entries(errors)) {
      // § "The investment amount is too small." tells no amount.
      if (names(en).length > 0) expect([code, names(en)]).toEqual([code, names(ko)])
    }
    for (const [name, endpoint] of all)
      expect([name, endpoint.errors.includes('ROUTE_NOT_FOUND')]).toEqual([name, false])
  })
})

describe('the endpoints', () => {
  it('have a method and path of their own', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('change nothing by GET: a GET has no body, no key, and no limit for orders or money', () => {
    for (const [name, endpoint] of all) {
      if (endpoint.method !== 'GET') continue
      expect([name, endpoint.body, endpoint.idempotent]).toEqual([name, undefined, undefined])
      expect(['order', 'money']).not.toContain(endpoint.rate)
    }
  })

  it('of trading are done once per key, and counted as orders', () => {
    const trading = Object.entries<Endpoint>({ ...futuresEndpoints, ...overseaEndpoints })
    expect(trading.filter(([, { method }]) => method === 'POST').length).toBe(13)
    for (const [name, { method, auth, idempotent, rate }] of trading) {
      if (method === 'GET') continue
      expect([name, auth, idempotent, rate]).toEqual([name, 'member', true, 'order'])
    }
  })

  it('are refused in maintenance where they open something or request money, and only there', () => {
    const refused = all.flatMap(([, { path, inMaintenance }]) => (inMaintenance === 'REFUSED' ? path : []))
    expect(refused.sort()).toEqual([
      '/api/bitdex/coin_charge_url',
      '/api/bitdex/sellCoin',
      '/api/bitdex/sendCoin',
      '/api/codepay/url',
      '/api/coupon/use',
      '/api/dh-safety/signup',
      '/api/dnw/apply',
      '/api/dnw/bitshop/url',
      '/api/dnw/buy/apply',
      '/api/dnw/convert',
      '/api/dnw/deposit/apply',
      '/api/dnw/p2p',
      '/api/dnw/sell/apply',
      '/api/dnw/transfer',
      '/api/dnw/withdraw/apply',
      '/api/gluwa/make-qrcode',
      '/api/onepay/login',
      '/api/p2p/url',
      '/api/paycoin/sendCoin',
      '/api/paycoin/signup',
      '/api/paykiwoom/sendCoin',
      '/api/paykiwoom/signup',
      '/api/player',
      '/api/trade/history/betting',
      '/api/wallet/generate',
      '/api/wallet/temp-generate',
    ])
    const partly = all.flatMap(([, { path, inMaintenance }]) =>
      ['REDUCE_ONLY', 'CLOSES'].includes(inMaintenance ?? '') ? path : [],
    )
    expect(partly).toEqual(['/api/futures/order', '/api/oversea/order'])
  })

  it('refuse unknown fields of a body', () => {
    for (const [name, { body }] of all) {
      if (!body) continue
      const result = body.safeParse({ surprise: 1 })
      expect([name, result.success]).toEqual([name, false])
      const objects = (body instanceof z.ZodUnion ? body.options : [body]) as z.ZodObject[]
      for (const object of objects) expect([name, object.def.catchall?._zod.def.type]).toEqual([name, 'never'])
    }
  })

  it('declare a parameter for each part of their path, and only those', () => {
    for (const [name, { path, params }] of all) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, part]) => part)
      expect([name, Object.keys(params?.shape ?? {})]).toEqual([name, inPath])
    }
  })

  it('are all described as JSON schema', () => {
    for (const [name, { body, query, params, response }] of all) {
      for (const schema of [body, query, params]) {
        if (schema) expect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name).toBeTypeOf('object')
      }
      expect(z.toJSONSchema(response, { io: 'output' }), name).toBeTypeOf('object')
    }
  })
})

describe('KrwAmount', () => {
  it.each([1, 5000, '1', '5000', '9007199254740991', 9007199254740991])('takes %s', (amount) => {
    expect(KrwAmount.parse(amount)).toBe(Number(amount))
  })

  it.each([
    0,
    -0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    9007199254740992,
    1e21,
    null,
    true,
    [5000],
    {},
    '',
    ' 5000',
    '5000 ',
    '0',
    '00',
    '05000',
    '-5000',
    '+5000',
    '1e9',
    '1E9',
    '5000.0',
    '5,000',
    '0x10',
    'NaN',
    'Infinity',
    '5000.000000000000000000000000000000',
    '9007199254740992',
    '99999999999999999999',
    '５０００',
    '٥٠٠٠',
    '5000\n',
  ])('refuses %j', (amount) => {
    expect(KrwAmount.safeParse(amount).success).toBe(false)
  })
})

describe('a price, quantity or amount of a request', () => {
  it.each([
    ['0.015', '0.015'],
    ['65432.1', '65432.1'],
    ['1.50', '1.50'],
    [5, '5'],
    [0.1, '0.1'],
    ['999999999999.999999999999', '999999999999.999999999999'],
  ])('takes %j', (given, parsed) => {
    expect(PositiveDecimalInput.parse(given)).toBe(parsed)
    expect(DecimalInput.parse(given)).toBe(parsed)
  })

  it.each([
    -1,
    -0,
    0.1 + 0.2, // no short decimal string holds it exactly
    1e-7,
    1e21,
    1e12,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    [1],
    {},
    '',
    ' 1',
    '1 ',
    '1\n',
    '-1',
    '+1',
    '-0',
    '01',
    '.5',
    '5.',
    '1e3',
    '1E-3',
    '0x10',
    '1,000',
    '1_000',
    'NaN',
    'Infinity',
    '1000000000000',
    '0.0000000000001',
    '9'.repeat(100_000),
    '１',
    '٥',
  ])('refuses %j', (given) => {
    expect(DecimalInput.safeParse(given).success).toBe(false)
    expect(PositiveDecimalInput.safeParse(given).success).toBe(false)
  })

  it.each([0, '0', '0.0', '0.000000000000'])('may be %j only where zero clears', (zero) => {
    expect(DecimalInput.safeParse(zero).success).toBe(true)
    expect(PositiveDecimalInput.safeParse(zero).success).toBe(false)
  })
})

describe('an order', () => {
  const futures = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.015' }
  const oversea = { overseaOptionId: 1, tradeType: 'SHORT', marketType: 'MARKET', count: 1 }

  const pricesOf = {
    LIMIT: { price: '65000' },
    MARKET: {},
    STOPLIMIT: { price: '65000', triggerPrice: '66000' },
    STOPMARKET: { triggerPrice: '66000' },
  }

  it('is of a type that a member may send, and names the prices of that type and no other; a price at the market is ignored', () => {
    for (const marketType of Object.keys(pricesOf)) {
      for (const [of, given] of Object.entries(pricesOf)) {
        const isGood = of === marketType || (marketType === 'MARKET' && of === 'LIMIT')
        const names = [marketType, of]
        expect([names, FuturesOrderBody.safeParse({ ...futures, marketType, ...given }).success]).toEqual([
          names,
          isGood,
        ])
        expect([names, OverseaOrderBody.safeParse({ ...oversea, marketType, ...given }).success]).toEqual([
          names,
          isGood,
        ])
      }
    }
    for (const price of ['65000', 65_000, '0', 0]) {
      expect(FuturesOrderBody.parse({ ...futures, price })).not.toHaveProperty('price')
      expect(OverseaOrderBody.parse({ ...oversea, price })).not.toHaveProperty('price')
    }
    for (const marketType of ['LIMIT', 'STOPLIMIT'] as const) {
      const zero = { ...pricesOf[marketType], marketType, price: '0' }
      expect(FuturesOrderBody.safeParse({ ...futures, ...zero }).success).toBe(false)
    }
    for (const marketType of ['TAKEPROFIT', 'STOPLOSS', 'LIQUIDATION', 'limit', '', null]) {
      expect([marketType, FuturesOrderBody.safeParse({ ...futures, marketType }).success]).toEqual([marketType, false])
      expect([marketType, OverseaOrderBody.safeParse({ ...oversea, marketType }).success]).toEqual([marketType, false])
    }
  })

  it('lets small wrong counts through to their own error, and nothing that is no number', () => {
    for (const count of [0, -1, 1.5]) expect(OverseaOrderBody.safeParse({ ...oversea, count }).success).toBe(true)
    expect(OverseaOrderBody.parse({ ...oversea, count: '3', overseaOptionId: '2' })).toMatchObject({
      count: 3,
      overseaOptionId: 2,
    })
    for (const count of ['one', '1e3', '+1', ' 1', '١', null, Number.NaN, 1e9, '1000000000', true]) {
      expect([count, OverseaOrderBody.safeParse({ ...oversea, count }).success]).toEqual([count, false])
    }
  })
})

describe('a sign-up', () => {
  const good = {
    username: 'maru_1',
    password: 'lantern-orbit-7',
    name: '홍길동',
    phone: '010-1234-5678',
    nick: '마루1',
  }
  it('takes § characters only', () => {
    expect(SignupBody.safeParse(good).success).toBe(true)
    for (const change of [
      { username: 'Maru1' },
      { username: 'abc' },
      { username: 'a'.repeat(21) },
      { username: 'ma ru' },
      { password: 'short-9' },
      { password: '비밀번호비밀번호비밀' },
      { password: 'x'.repeat(65) },
      { nick: '마' },
      { nick: '마 루' },
      { nick: '마루!' },
      { nick: '\u202e마루' },
      { name: '홍1' },
      { phone: '0101234567890' },
      { phone: '1012345678' },
      { phone: '010 1234 5678' },
      { phone: '010-12-5678' },
      { email: 'nobody' },
      { etcJson: { marketing: 'yes' } },
      { etcJson: '[' },
      { bankInfo: { bankCode: '4', accountNumber: '123456', holder: '홍길동' } },
    ]) {
      expect([change, SignupBody.safeParse({ ...good, ...change }).success]).toEqual([change, false])
    }
  })

  it.each(['02-123-4567', '02-1234-5678', '031-123-4567', '010-1234-5678'])(
    'takes the § phone mask %s, and the number without its dashes',
    (phone) => {
      expect(SignupBody.parse({ ...good, phone }).phone).toBe(phone)
      expect(SignupBody.parse({ ...good, phone: phone.replaceAll('-', '') }).phone).toBe(phone)
    },
  )

  it('drops keys of etcJson that it does not take, blockDevice among them; etcJson and bankInfo may be text', () => {
    const etcJson = { blockDevice: 'M', inflow: 'blog', theme: 'dark' }
    for (const sent of [etcJson, JSON.stringify(etcJson)]) {
      expect(SignupBody.parse({ ...good, etcJson: sent }).etcJson).toEqual({ inflow: 'blog' })
    }
    const bankInfo = { bankCode: '004', accountNumber: '123-456-789', holder: '홍길동' }
    for (const sent of [bankInfo, JSON.stringify(bankInfo)]) {
      expect(SignupBody.parse({ ...good, bankInfo: sent }).bankInfo).toEqual(bankInfo)
    }
    expect(SignupBody.parse({ ...good, bankInfo: '국민 123-456-789 홍길동' }).bankInfo).toBe('국민 123-456-789 홍길동')
  })
})
