import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpHouse, key, startHttp, unlimited } from '../../test/http-app.ts'

let house: HttpHouse
let token: string
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
  token = (await house.login('demo1')).accessToken
})
afterAll(() => house.close())

const auth = (idempotencyKey = key()) => ({ authorization: `Bearer ${token}`, 'idempotency-key': idempotencyKey })
const post = (path: string, payload: object, idempotencyKey?: string) =>
  house.app.inject({ method: 'POST', url: `/api/${path}`, headers: auth(idempotencyKey), payload })
const get = (path: string, bearer = token) =>
  house.app.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${bearer}` } })
const loss = (amount: string | null) => ({ limits: [{ kind: 'LOSS', window: '24h', currency: 'KRW', amount }] })

describe('self-set limits', () => {
  it('start without any', async () => {
    expect((await get('limit/my')).json()).toEqual({
      limits: [],
      ceilings: [],
      coolOffUntil: null,
      selfExcludedUntil: null,
    })
  })

  it('apply at once when set or cut; a rise waits a day and for a confirmation', async () => {
    const first = await post('limit/set', loss('100000'))
    expect(first.json().limits).toEqual([
      {
        kind: 'LOSS',
        window: '24h',
        currency: 'KRW',
        amount: '100000',
        pendingAmount: null,
        pendingFrom: null,
        used: '0',
      },
    ])
    expect((await get('limit/my')).json()).toEqual(first.json())
    const risen = (await post('limit/set', loss('200000'))).json().limits[0]
    expect(risen).toMatchObject({ amount: '100000', pendingAmount: '200000' })
    expect((await post('limit/confirm', {})).json().code).toBe('INVALID_REQUEST')
    expect((await post('limit/set', loss('50000'))).json().limits[0]).toMatchObject({
      amount: '50000',
      pendingAmount: null,
    })
  })

  it.each([
    ['no limits', { limits: [] }],
    ['an unknown window', { limits: [{ kind: 'LOSS', window: '1y', currency: 'KRW', amount: '1' }] }],
    ['a fraction of a won', loss('0.5')],
    ['a number', { limits: [{ kind: 'LOSS', window: '24h', currency: 'KRW', amount: 1000 }] }],
    ['an exponent', loss('1e5')],
    ['a negative amount', loss('-1')],
    ['the same limit twice', { limits: [...loss('1').limits, ...loss('2').limits] }],
  ])('refuse %s and change nothing', async (_name, body) => {
    const before = (await get('limit/my')).json()
    const answer = await post('limit/set', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
    expect((await get('limit/my')).json()).toEqual(before)
  })

  it('include a rest that nobody can shorten', async () => {
    const rest = await post('limit/cool_off', { period: '7d' })
    expect(rest.json().coolOffUntil).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
    const shorter = await post('limit/cool_off', { period: '24h' })
    expect([shorter.statusCode, shorter.json().code]).toEqual([403, 'COOL_OFF_ACTIVE'])
    expect(shorter.json().message).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d 이후/)
    expect((await get('limit/my')).json().coolOffUntil).toBe(rest.json().coolOffUntil)
  })
})

describe('self-exclusion', () => {
  const month = 30 * 86_400_000
  it.each([
    ['an unknown period', { period: '1m' }],
    ['an end of his own', { period: '6m', until: 1 }],
    ['nothing', {}],
  ])('refuses %s', async (_name, body) => {
    const answer = await post('limit/self_exclude', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
    expect((await get('limit/my')).json().selfExcludedUntil).toBeNull()
  })

  it('holds at once, once per key, can be made longer and never shorter', async () => {
    const used = key()
    const half = await post('limit/self_exclude', { period: '6m' }, used)
    expect(half.json().selfExcludedUntil).toBeGreaterThan(Date.now() + 6 * month)
    expect((await post('limit/self_exclude', { period: '6m' }, used)).json()).toEqual(half.json())
    expect((await get('limit/my')).json().selfExcludedUntil).toBe(half.json().selfExcludedUntil)
    const five = await post('limit/self_exclude', { period: '5y' })
    expect(five.json().selfExcludedUntil).toBeGreaterThan(Date.now() + 60 * month)
    const shorter = await post('limit/self_exclude', { period: '1y' })
    expect([shorter.statusCode, shorter.json().code]).toEqual([403, 'SELF_EXCLUDED'])
    expect((await get('limit/my')).json().selfExcludedUntil).toBe(five.json().selfExcludedUntil)
  })

  it('leaves signing in and looking open', async () => {
    const again = (await house.login('demo1')).accessToken
    expect((await get('wallet/my', again)).statusCode).toBe(200)
    expect((await get('me', again)).statusCode).toBe(200)
  })
})

describe('a key that was used', () => {
  it('gets the stored reply again for the same body, whatever its order, and 422 for another', async () => {
    const used = key()
    const first = await post('limit/set', loss('40000'), used)
    await post('limit/set', loss('30000'))
    const again = await house.app.inject({
      method: 'POST',
      url: '/api/limit/set',
      headers: { ...auth(used.toUpperCase()), 'content-type': 'application/json' },
      payload: '{"limits":[{"amount":"40000","currency":"KRW","window":"24h","kind":"LOSS"}]}',
    })
    expect(again.json()).toEqual(first.json())
    const changed = await post('limit/set', loss('10000'), used)
    expect([changed.statusCode, changed.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect((await get('limit/my')).json().limits[0].amount).toBe('30000')
    expect((await get(`command/${used}`)).json()).toEqual({ status: 200, body: first.json() })
  })

  it('answers the refusal that was stored', async () => {
    const used = key()
    await post('limit/confirm', {}, used)
    const stored = (await get(`command/${used}`)).json()
    expect(stored).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
  })

  it('belongs to its member', async () => {
    const used = key()
    await post('limit/set', loss('20000'), used)
    const other = (await house.login('demo2')).accessToken
    const answer = await get(`command/${used}`, other)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'COMMAND_UNKNOWN'])
  })
})

describe('a key whose answer was lost', () => {
  it('is unknown until it was used, and once abandoned never does anything', async () => {
    const lost = key()
    expect((await get(`command/${lost}`)).json().code).toBe('COMMAND_UNKNOWN')
    expect((await post(`command/${lost}/abandon`, {})).json().code).toBe('COMMAND_UNKNOWN')
    const late = await post('limit/set', loss('1'), lost)
    expect([late.statusCode, late.json().code]).toEqual([404, 'COMMAND_UNKNOWN'])
    expect((await get(`command/${lost}`)).json().code).toBe('COMMAND_UNKNOWN')
  })

  it('answers what it did when it is abandoned after the fact', async () => {
    const used = key()
    const done = await post('limit/set', loss('15000'), used)
    const abandoned = await post(`command/${used}/abandon`, {})
    expect([abandoned.statusCode, abandoned.json()]).toEqual([200, { status: 200, body: done.json() }])
  })

  it('must be a UUID', async () => {
    expect((await get('command/abc')).json().code).toBe('INVALID_REQUEST')
  })
})
