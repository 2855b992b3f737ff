import { Limits } from '@maru/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { Floor } from '../oversea/testing.ts'
import { codeOf, emptySnapshot, House, NOON, SITE } from '../testing.ts'
import type { LimitSetting, LimitWindow, Reply, Use } from '../types.ts'
import { windowMs } from './history.ts'
import { UseHistory } from './uses.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const who = { siteId: SITE, memberId: 1 } as const

function house() {
  const h = new House(emptySnapshot())
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  return h
}

const limit = (amount: bigint | null, window: LimitWindow = '24h'): LimitSetting => ({
  kind: 'TIME',
  window,
  currency: 'MIN',
  amount,
})
const set = (h: House, setting: LimitSetting, uses?: readonly Use[]) =>
  h.do({ kind: 'setLimits', ...byMember(who, h.key()), limits: [setting], ...(uses && { uses }) })
/** Tells that the member was here for `ms` until now. */
const use = (h: House, ms: number) =>
  h.do({ kind: 'countUse', ...bySystem(who.siteId), ...who, use: { from: h.wall - ms, to: h.wall } })
const usedOf = (reply: Reply) => (reply.body as Limits).limits.map(({ used }) => used)

/** Goes on to where `ms` of the wall clock have passed. */
function later(h: House, ms: number) {
  h.at += ms
  h.live()
  h.tick(100_00)
  h.settle()
}

test('J 4: a stake is refused once the minutes of use reach the limit, and not before', () => {
  const h = house()
  set(h, limit(60n))
  use(h, 60 * MINUTE - 1)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  later(h, 2_000)
  expect(use(h, 2_001).status).toBe(200)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
})

test('J 4: the window rolls by the wall clock: what was used 24 h ago counts no more, to the ms', () => {
  const h = house()
  set(h, limit(60n))
  set(h, limit(300n, '7d'))
  use(h, 60 * MINUTE)
  later(h, 23 * HOUR)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  later(h, 1)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  expect(usedOf(set(h, limit(300n, '7d')))).toEqual(['59', '60'])
})

test('J 4: time of several devices, told again or late, counts once; the limit holds over a restart', () => {
  const h = house()
  set(h, limit(60n))
  use(h, 50 * MINUTE)
  use(h, 50 * MINUTE)
  h.do({
    kind: 'countUse',
    ...bySystem(who.siteId),
    ...who,
    use: { from: h.wall - 55 * MINUTE, to: h.wall - 20 * MINUTE },
  })
  expect(usedOf(set(h, limit(60n)))).toEqual(['55'])
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  h.restart(1_000)
  h.live()
  h.do({
    kind: 'countUse',
    ...bySystem(who.siteId),
    ...who,
    use: { from: h.wall - 61 * MINUTE, to: h.wall - 55 * MINUTE },
  })
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  h.restart(1_000)
  h.live()
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
})

test('J 4: a cut of a time limit applies at once; a rise after 24 h and a confirmation', () => {
  const h = house()
  set(h, limit(120n))
  use(h, 60 * MINUTE)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  set(h, limit(60n))
  later(h, 1_000)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  const raised = set(h, limit(90n))
  expect(raised.body).toMatchObject({
    limits: [
      { kind: 'TIME', currency: null, amount: '60', pendingAmount: '90', pendingFrom: h.wall + 24 * HOUR, used: '60' },
    ],
  })
  expect(Limits.parse(raised.body)).toEqual(raised.body)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  h.at += 24 * HOUR - 1
  expect(codeOf(h.do({ kind: 'confirmLimits', ...byMember(who, h.key()) }))).toBe('INVALID_REQUEST')
  h.at += 1
  expect(h.do({ kind: 'confirmLimits', ...byMember(who, h.key()) }).body).toMatchObject({ limits: [{ amount: '90' }] })
  use(h, 60 * MINUTE)
  later(h, 1_000)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
})

test('J 4: a first time limit counts the use before it, told by the caller; other limits count none of it', () => {
  const h = house()
  const before = [
    { from: h.wall - 3 * HOUR, to: h.wall - 2 * HOUR },
    { from: h.wall - HOUR, to: h.wall },
    { from: h.wall, to: h.wall + 1 },
  ]
  const followed = (siteId: number) => h.ask('limits.followed', { siteId, memberIds: [1, 2] })
  set(h, { kind: 'STAKE', window: '24h', currency: 'KRW', amount: 100_000n }, before)
  expect(followed(SITE)).toEqual([])
  use(h, 30 * MINUTE)
  expect(usedOf(set(h, limit(120n), before))).toEqual(['0', '120'])
  expect(followed(SITE)).toEqual([1])
  expect(followed(SITE + 1)).toEqual([])
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
})

test('J 4: a time limit of another unit, of more than its window or below zero is refused', () => {
  const h = house()
  for (const bad of [
    { ...limit(60n), currency: 'KRW' },
    { ...limit(60n), kind: 'LOSS' },
    limit(1_441n),
    limit(10_081n, '7d'),
    limit(-1n),
  ] as const)
    expect(codeOf(set(h, bad as LimitSetting))).toBe('INVALID_REQUEST')
  expect(set(h, limit(1_440n)).status).toBe(200)
  expect(set(h, limit(43_200n, '30d')).status).toBe(200)
  expect(set(h, limit(0n, '7d')).status).toBe(200)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
})

test('J 4: use of nobody, from the future, backwards or of no number is refused and counts nothing', () => {
  const h = house()
  set(h, limit(60n))
  const told = (from: number, to: number, memberId = 1) =>
    codeOf(h.do({ kind: 'countUse', ...bySystem(SITE), memberId, use: { from, to } }))
  expect(told(h.wall - HOUR, h.wall, 99)).toBe('USER_NOT_FOUND')
  expect(told(h.wall - HOUR, h.wall + 1)).toBe('INVALID_REQUEST')
  expect(told(h.wall, h.wall - 1)).toBe('INVALID_REQUEST')
  expect(told(Number.NaN, h.wall)).toBe('INVALID_REQUEST')
  expect(told(h.wall - 0.5, h.wall)).toBe('INVALID_REQUEST')
  expect(usedOf(set(h, limit(60n)))).toEqual(['0'])
})

test('J 4: a cleared time limit is followed on, so that the next one misses nothing', () => {
  const h = house()
  set(h, limit(60n))
  set(h, limit(null))
  h.at += 24 * HOUR
  h.do({ kind: 'confirmLimits', ...byMember(who, h.key()) })
  use(h, 90 * MINUTE)
  later(h, 1_000)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  expect(usedOf(set(h, limit(60n)))).toEqual(['90'])
})

test('J 4: time that is used up ends at once what would only open; closing goes on', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  f.trade(7, 'LONG', 2)
  const member = { siteId: SITE, memberId: 7 } as const
  const opens = f.order(7, { side: 'LONG', count: 1, marketType: 'LIMIT', price: '1.05' })
  const closes = f.order(7, { side: 'SHORT', count: 1, marketType: 'LIMIT', price: '1.15', isReduceOnly: true })
  f.do({ kind: 'setLimits', ...byMember(member, f.key()), limits: [limit(60n)] })
  f.do({ kind: 'countUse', ...bySystem(member.siteId), ...member, use: { from: f.wall - HOUR + 1, to: f.wall } })
  expect(f.orderOf(opens).status).toBe('NEW')
  f.do({ kind: 'countUse', ...bySystem(member.siteId), ...member, use: { from: f.wall - HOUR, to: f.wall } })
  expect(f.orderOf(opens)).toMatchObject({ status: 'CANCELED', reason: 'SELF_LIMIT_EXCEEDED', filledQty: 0 })
  expect(f.orderOf(closes).status).toBe('NEW')
  expect(f.wallet(7).reserved).toBe(f.position(7)!.margin)
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe('SELF_LIMIT_EXCEEDED')
  const close = f.order(7, { side: 'SHORT', count: 1, isReduceOnly: true })
  f.pass(300)
  expect(f.orderOf(close).status).toBe('FILLED')
  f.restart()
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe('SELF_LIMIT_EXCEEDED')
})

test('J 4: use in rolling windows equals a count of its minutes, whatever order it is told in', () => {
  const steps = fc.array(fc.record({ wait: fc.nat(2_000), ago: fc.nat(300), length: fc.nat(200) }), { maxLength: 40 })
  fc.assert(
    fc.property(steps, (list) => {
      const history = new UseHistory()
      const used = new Set<number>()
      let now = NOON / MINUTE
      for (const { wait, ago, length } of list) {
        now += wait
        history.add({ from: (now - ago - length) * MINUTE, to: (now - ago) * MINUTE })
        for (let minute = now - ago - length; minute < now - ago; minute++) used.add(minute)
        for (const window of ['24h', '7d', '30d'] as const) {
          const edge = now - windowMs[window] / MINUTE
          const count = [...used].filter((minute) => minute >= edge).length
          expect(history.used(window, now * MINUTE)).toBe(count * MINUTE)
        }
        for (const told of [history.all(), history.all().reverse()]) {
          const again = new UseHistory()
          for (const use of told) again.add(use)
          expect(again.all()).toEqual(history.all())
        }
      }
    }),
  )
})

test('use that no window holds is forgotten', () => {
  const history = new UseHistory()
  for (let day = 0; day < 100; day++) {
    const from = NOON + day * 24 * HOUR
    history.add({ from, to: from + HOUR })
  }
  // What ended exactly 30 days before the newest end is out.
  expect(history.all()).toHaveLength(30)
  expect(history.all()[0]?.from).toBe(NOON + 70 * 24 * HOUR)
})

test.each([
  ['in its order', [0, 1, 2]],
  ['backwards', [2, 1, 0]],
  ['with what lies between last', [0, 2, 1]],
])('J 4: use that goes on where other use ended is one stretch, told %s', (_how, order) => {
  const history = new UseHistory()
  for (const hour of order) history.add({ from: NOON + hour * HOUR, to: NOON + (hour + 1) * HOUR })
  expect(history.all()).toEqual([{ from: NOON, to: NOON + 3 * HOUR }])
})
