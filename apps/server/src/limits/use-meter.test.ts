import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpHouse, key, startHttp, unlimited } from '../../test/http-app.ts'
import { tidyUses } from '../jobs/uses.ts'
import { UseMeter } from './use-meter.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const demo1 = { siteId: 1, memberId: 1001 }
const demo2 = { siteId: 1, memberId: 1002 }

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited })
})
afterAll(() => house.close())

const stretches = async (memberId: number) =>
  (
    await house.database.run('select from_at, to_at from member_use where member_id = $1 order by from_at', [memberId])
  ).map((row) => [Number(row['from_at']), Number(row['to_at'])])

describe('J 4: the time of use', () => {
  /** 23:50 KST two days ago: what follows goes over midnight. */
  const start = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs - 2 * 24 * hourMs - 9 * hourMs - 10 * minuteMs
  let now: number
  let meter: UseMeter
  let here: (typeof demo1)[]
  const open = () => {
    const made = new UseMeter({ ...house.deps, clocks: { ...house.deps.clocks, wall: () => now } })
    made.watch(() => here)
    return made
  }
  /** Beats each ten seconds until `ms` later. */
  const pass = async (ms: number) => {
    for (const until = now + ms; now < until; ) {
      now += 10 * secondMs
      await meter.beat()
    }
  }
  beforeEach(async () => {
    await house.database.run('delete from member_use')
    now = start
    here = []
    meter = open()
    await meter.beat()
  })

  it('counts while a channel is open, over midnight, and several devices once', async () => {
    here = [demo1, demo1, demo2]
    await meter.beat()
    await pass(10 * minuteMs)
    meter.see(demo1)
    here = [demo1]
    await pass(10 * minuteMs)
    expect(await stretches(1001)).toEqual([[start, start + 20 * minuteMs]])
    expect(await stretches(1002)).toEqual([[start, start + 10 * minuteMs]])
  })

  it('counts a gap of a minute as use and a longer one not', async () => {
    here = [demo1]
    await meter.beat()
    here = []
    await pass(50 * secondMs)
    here = [demo1]
    await pass(10 * secondMs)
    expect(await stretches(1001)).toEqual([[start, start + minuteMs]])
    here = []
    await pass(70 * secondMs)
    here = [demo1]
    await pass(20 * secondMs)
    expect(await stretches(1001)).toEqual([
      [start, start + minuteMs],
      [start + minuteMs + 80 * secondMs, start + minuteMs + 90 * secondMs],
    ])
  })

  it('counts requests without a channel from the first of them, ten seconds at most for a single one', async () => {
    now += 3 * secondMs
    meter.see(demo1)
    now += 2 * secondMs
    meter.see(demo1)
    now += 5 * secondMs
    await meter.beat()
    await pass(5 * minuteMs)
    expect(await stretches(1001)).toEqual([[start + 3 * secondMs, start + 10 * secondMs]])
  })

  it('loses ten seconds at most when the process dies, and counts no time of its absence', async () => {
    here = [demo1]
    await meter.beat()
    await pass(minuteMs)
    now += 9 * secondMs
    meter = open()
    await meter.beat()
    await pass(minuteMs)
    expect(await stretches(1001)).toEqual([
      [start, start + minuteMs],
      [start + 69 * secondMs, start + 129 * secondMs],
    ])
    now += 7 * secondMs
    await meter.stop()
    expect((await stretches(1001)).at(-1)).toEqual([start + 69 * secondMs, start + 136 * secondMs])
  })

  it('counts neither a clock that was put forward nor one that was put back', async () => {
    here = [demo1]
    await meter.beat()
    await pass(minuteMs)
    now += 5 * hourMs
    await meter.beat()
    await pass(minuteMs)
    const first = [start, start + minuteMs]
    const second = [start + minuteMs + 5 * hourMs, start + 2 * minuteMs + 5 * hourMs]
    expect(await stretches(1001)).toEqual([first, second])
    now = start + 30 * secondMs
    await pass(20 * secondMs)
    expect(await stretches(1001)).toEqual([first, [start + 40 * secondMs, start + 50 * secondMs], second])
  })

  it('tells with the next beat what the database did not take', async () => {
    here = [demo1]
    await meter.beat()
    await house.database.run('alter table member_use rename to member_use_away')
    await pass(20 * secondMs)
    here = []
    await pass(2 * minuteMs)
    await house.database.run('alter table member_use_away rename to member_use')
    expect(await stretches(1001)).toEqual([])
    await pass(10 * secondMs)
    expect(await stretches(1001)).toEqual([[start, start + 20 * secondMs]])
  })

  it('is kept for 31 days after its end', async () => {
    here = [demo1]
    await meter.beat()
    await pass(minuteMs)
    const { signal } = new AbortController()
    const day = 24 * hourMs
    expect(await tidyUses(house.deps.db, start + minuteMs + 31 * day, signal)).toBe(0)
    expect(await tidyUses(house.deps.db, start + minuteMs + 31 * day + 1, signal)).toBe(1)
    expect(await stretches(1001)).toEqual([])
  })
})

describe('J 4: a time limit', () => {
  const bearer = async (username: string) => ({ authorization: `Bearer ${(await house.login(username)).accessToken}` })
  const set = (headers: object, ...limits: object[]) =>
    house.app.inject({
      method: 'POST',
      url: '/api/limit/set',
      headers: { ...headers, 'idempotency-key': key() },
      payload: { limits },
    })
  const limit = (amount: string | null) => ({ kind: 'TIME', window: '24h', currency: null, amount })

  it('counts requests of members from before it was set and after, of guests nothing, and shows whole minutes', async () => {
    await house.database.run('delete from member_use')
    const headers = await bearer('demo1')
    const look = async () =>
      (await house.app.inject({ url: '/api/limit/my', headers }))
        .json()
        .limits.map(({ used }: { used: string }) => used)
    await look()
    for (let minute = 0; minute < 10; minute++) {
      house.wall.offset += 30 * secondMs
      await house.app.inject({ url: '/api/site_info' })
      await look()
      await house.app.useMeter.beat()
    }
    const first = await set(headers, limit('60'))
    expect(first.json().limits).toEqual([
      { kind: 'TIME', window: '24h', currency: null, amount: '60', pendingAmount: null, pendingFrom: null, used: '5' },
    ])
    expect(await look()).toEqual(['5'])
    house.wall.offset += 59 * secondMs
    await look()
    await house.app.useMeter.beat()
    house.wall.offset += 59 * secondMs
    await look()
    await house.app.useMeter.beat()
    expect(await look()).toEqual(['6'])
    expect((await set(headers, limit('60'))).json().limits[0].used).toBe('6')
    const members = await house.database.run('select distinct member_id from member_use')
    expect(members).toEqual([{ member_id: '1001' }])
  })

  it('is cut at once and raised after a day and a confirmation, beside limits of money', async () => {
    const headers = await bearer('demo2')
    const money = { kind: 'LOSS', window: '24h', currency: 'USDT', amount: '10.5' }
    expect((await set(headers, limit('120'), money)).statusCode).toBe(200)
    expect((await set(headers, limit('90'))).json().limits).toMatchObject([{ amount: '90' }, { amount: '10.5' }])
    const raised = (await set(headers, limit(null))).json().limits[0]
    expect(raised).toMatchObject({ amount: '90', pendingAmount: null })
    expect(raised.pendingFrom).toBeGreaterThan(Date.now() + 23 * hourMs)
  })

  it.each([
    ['with a currency', { ...limit('60'), currency: 'KRW' }],
    ['of half a minute', limit('0.5')],
    ['of more than its window', limit('1441')],
    ['without a currency, of money', { ...limit('60'), kind: 'LOSS' }],
  ])('%s is refused and changes nothing', async (_name, bad) => {
    const headers = await bearer('demo3')
    const answer = await set(headers, bad)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
    expect((await house.app.inject({ url: '/api/limit/my', headers })).json().limits).toEqual([])
  })
})
