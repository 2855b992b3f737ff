import { Limits, messageOf } from '@maru/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byMember, byStaff, bySystem } from '../envelope.ts'
import { codeOf, emptySnapshot, House, NOON, option, SITE } from '../testing.ts'
import type { LimitKind, LimitSetting, LimitWindow, Refusal, SettledResult } from '../types.ts'
import { Newest, ResultHistory, windowMs } from './history.ts'

const HOUR = 3_600_000

function house() {
  const h = new House(emptySnapshot({ options: [option({ payoutRateBp: 19_000 })] }))
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  return h
}

const limit = (kind: LimitKind, window: LimitWindow, amount: bigint | null): LimitSetting => ({
  kind,
  window,
  currency: 'KRW',
  amount,
})
const who = { siteId: SITE, memberId: 1 } as const
const set = (h: House, ...limits: LimitSetting[]) => h.do({ kind: 'setLimits', ...byMember(who, h.key()), limits })
const confirm = (h: House) => h.do({ kind: 'confirmLimits', ...byMember(who, h.key()) })

/** Lets the member's bet in the open round win or lose. */
function play(h: House, point: bigint, wins: boolean) {
  const round = h.betting()
  expect(h.bet(1, 'B', point).status).toBe(200)
  h.until(round.startAt + 2_000, 100_00)
  h.until(round.endAt + 2_000, wins ? 101_00 : 99_00)
}

/** Jumps to the start of a round after `ms` in which nothing happened. */
function later(h: House, ms: number) {
  h.at += ms
  h.live()
  h.settle()
}

test('J 4: open stakes count as lost until they are decided, voids are restored', () => {
  const h = house()
  set(h, limit('LOSS', '24h', 30_000n))
  const round = h.betting()
  expect(h.bet(1, 'B', 20_000n).status).toBe(200)
  h.at += 1_000
  expect(codeOf(h.bet(1, 'B', 11_000n))).toBe('SELF_LIMIT_EXCEEDED')
  h.do({ kind: 'voidRound', ...byStaff(SITE, 9, 'x', { key: h.key() }), tradeRoundId: round.id })
  h.settle()
  h.until(round.startAt, 100_00)
  expect(h.bet(1, 'B', 30_000n).status).toBe(200)
})

test('J 4: loss = −realised results in the rolling window: wins give room again, a loss ages out after 24 h', () => {
  const h = house()
  set(h, limit('LOSS', '24h', 30_000n))
  play(h, 30_000n, false)
  const settledAt = h.at
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  later(h, settledAt + 24 * HOUR - h.at - 60_000)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  later(h, 120_000)
  play(h, 30_000n, true)
  expect(h.bet(1, 'B', 57_000n).status).toBe(200)
})

test('J 4: a stake that is decided counts by its result and no more as an open one', () => {
  const h = house()
  set(h, limit('LOSS', '24h', 30_000n))
  play(h, 20_000n, false)
  expect(codeOf(h.bet(1, 'B', 11_000n))).toBe('SELF_LIMIT_EXCEEDED')
  expect(h.bet(1, 'B', 10_000n).status).toBe(200)
})

test('J 4: stake limits count what was staked, won or lost; the lowest limit applies', () => {
  const h = house()
  set(h, limit('STAKE', '24h', 50_000n), limit('STAKE', '7d', 70_000n))
  play(h, 40_000n, true)
  expect(codeOf(h.bet(1, 'B', 11_000n))).toBe('SELF_LIMIT_EXCEEDED')
  later(h, 25 * HOUR)
  expect(codeOf(h.bet(1, 'B', 31_000n))).toBe('SELF_LIMIT_EXCEEDED')
  expect(h.bet(1, 'B', 30_000n).status).toBe(200)
})

test('J 4: a cut applies at once; a rise after 24 h and a confirmation', () => {
  const h = house()
  set(h, limit('STAKE', '24h', 50_000n))
  set(h, limit('STAKE', '24h', 10_000n))
  expect(codeOf(h.bet(1, 'B', 11_000n))).toBe('SELF_LIMIT_EXCEEDED')
  const raised = set(h, limit('STAKE', '24h', 20_000n))
  expect(raised.body).toMatchObject({
    limits: [{ amount: '10000', pendingAmount: '20000', pendingFrom: h.wall + 24 * HOUR }],
  })
  later(h, 24 * HOUR - 1)
  expect(codeOf(confirm(h))).toBe('INVALID_REQUEST')
  later(h, 1)
  expect(codeOf(h.bet(1, 'B', 11_000n))).toBe('SELF_LIMIT_EXCEEDED')
  expect(confirm(h).body).toMatchObject({ limits: [{ amount: '20000', pendingAmount: null, pendingFrom: null }] })
  expect(h.bet(1, 'B', 11_000n).status).toBe(200)
})

test('J 4: clearing a limit is a rise; a cut drops the rise that waits', () => {
  const h = house()
  set(h, limit('LOSS', '7d', 50_000n))
  expect(set(h, limit('LOSS', '7d', null)).body).toMatchObject({
    limits: [{ amount: '50000', pendingAmount: null, pendingFrom: h.wall + 24 * HOUR }],
  })
  set(h, limit('LOSS', '7d', 40_000n))
  later(h, 25 * HOUR)
  expect(codeOf(confirm(h))).toBe('INVALID_REQUEST')
  set(h, limit('LOSS', '7d', null))
  later(h, 24 * HOUR)
  expect(confirm(h).body).toMatchObject({ limits: [{ amount: null }] })
  expect(h.bet(1, 'B', 1_000_000n).status).toBe(200)
})

test('J 4: limits in USDT do not touch stakes in KRW', () => {
  const h = house()
  set(h, { kind: 'STAKE', window: '24h', currency: 'USDT', amount: 0n })
  expect(h.bet(1, 'B', 10_000n).status).toBe(200)
})

test('J 4: a first limit counts what was lost before it, told by the caller, and misses nothing in between', () => {
  const h = house()
  const round = h.betting()
  play(h, 20_000n, false)
  const lost = { sourceId: 1, currency: 'KRW', at: h.wall - HOUR, stake: 5_000n, profit: -5_000n }
  const newest = [...h.bets.values()].find((bet) => bet.tradeRoundId === round.id)!
  const known = { ...lost, sourceId: newest.id, at: newest.settledWall!, stake: 20_000n, profit: -20_000n }
  const reply = h.do({
    kind: 'setLimits',
    ...byMember(who, h.key()),
    limits: [limit('LOSS', '24h', 30_000n)],
    history: [lost, known],
  })
  expect(reply.body).toMatchObject({ limits: [{ used: '25000' }] })
  expect(Limits.parse(reply.body)).toEqual(reply.body)
  expect(codeOf(h.bet(1, 'B', 6_000n))).toBe('SELF_LIMIT_EXCEEDED')
  h.restart(1_000)
  h.live()
  expect(codeOf(h.bet(1, 'B', 6_000n))).toBe('SELF_LIMIT_EXCEEDED')
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
})

test('J 4: nonsense is refused: one limit twice, a negative one, none', () => {
  const h = house()
  expect(codeOf(set(h, limit('LOSS', '7d', 1n), limit('LOSS', '7d', 2n)))).toBe('INVALID_REQUEST')
  expect(codeOf(set(h, limit('LOSS', '7d', -1n)))).toBe('INVALID_REQUEST')
  expect(codeOf(set(h))).toBe('INVALID_REQUEST')
})

test('J 5: a cool-off stops stakes until it ends and can only be made longer', () => {
  const h = house()
  const cool = (until: number) => h.do({ kind: 'coolOff', ...byMember(who, h.key()), until })
  const until = h.wall + 24 * HOUR
  expect(cool(h.wall)).toMatchObject({ status: 400 })
  expect(cool(until).body).toMatchObject({ coolOffUntil: until })
  expect(h.bet(1, 'B', 5_000n).body).toEqual({ code: 'COOL_OFF_ACTIVE', params: { until } })
  for (const early of [until - 1, until]) expect(codeOf(cool(early))).toBe('COOL_OFF_ACTIVE')
  expect(cool(until + HOUR).body).toMatchObject({ coolOffUntil: until + HOUR })
  h.restart(1_000)
  later(h, until + HOUR - h.wall)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
})

test('J 6: a self-exclusion of six months or more stops stakes at once, survives a restart and can only be made longer', () => {
  const h = house()
  const exclude = (months: number) => h.do({ kind: 'selfExclude', ...byMember(who, h.key()), months })
  for (const months of [5, 0, -6, 6.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(codeOf(exclude(months))).toBe('INVALID_REQUEST')
  const until = Date.parse('2027-10-06T12:00:00+09:00')
  const reply = exclude(6)
  expect(reply.body).toMatchObject({ selfExcludedUntil: until, coolOffUntil: null })
  expect(Limits.parse(reply.body)).toEqual(reply.body)
  expect(h.bet(1, 'B', 5_000n).body).toEqual({ code: 'SELF_EXCLUDED', params: { until } })
  expect(exclude(6).body).toEqual({ code: 'SELF_EXCLUDED', params: { until } })
  const longer = Date.parse('2028-04-06T12:00:00+09:00')
  expect(exclude(12).body).toMatchObject({ selfExcludedUntil: longer })
  expect(codeOf(exclude(6))).toBe('SELF_EXCLUDED')
  h.do({ kind: 'setMemberStatus', ...bySystem(who.siteId), ...who, status: 'DENY' })
  h.do({ kind: 'setMemberStatus', ...bySystem(who.siteId), ...who, status: 'ACTIVE' })
  h.do({ kind: 'coolOff', ...byMember(who, h.key()), until: h.wall + HOUR })
  h.restart(1_000)
  later(h, longer - 1 - h.wall)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_EXCLUDED')
  later(h, 1)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
})

test('J 6: six months from the end of August end in March: never less than six months', () => {
  const h = new House(emptySnapshot(), Date.parse('2026-08-31T12:00:00Z'))
  h.wallBackMs = h.wall - h.at
  h.member(1)
  const until = Date.parse('2027-03-03T12:00:00Z')
  const reply = h.do({ kind: 'selfExclude', ...byMember(who, h.key()), months: 6 })
  expect(reply.body).toMatchObject({ selfExcludedUntil: until })
})

test('J 4–6: windows, rises, breaks and exclusion run on the wall clock, however fast the market’s clock runs', () => {
  const h = house()
  /** The market's clock goes on; the wall clock does not. */
  const ahead = (ms: number) => {
    h.wallBackMs += ms
    later(h, ms)
  }
  set(h, limit('LOSS', '24h', 30_000n))
  play(h, 30_000n, false)
  set(h, limit('LOSS', '24h', 40_000n))
  ahead(25 * HOUR)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  expect(codeOf(confirm(h))).toBe('INVALID_REQUEST')
  h.restart(1_000)
  h.live()
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_LIMIT_EXCEEDED')
  later(h, 24 * HOUR)
  expect(confirm(h)).toMatchObject({ status: 200, body: { limits: [{ amount: '40000', used: '0' }] } })
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  h.do({ kind: 'coolOff', ...byMember(who, h.key()), until: h.wall + HOUR })
  ahead(2 * HOUR)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('COOL_OFF_ACTIVE')
  h.do({ kind: 'selfExclude', ...byMember(who, h.key()), months: 6 })
  ahead(7 * 31 * 24 * HOUR)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('SELF_EXCLUDED')
})

test('J 4: what a limit refuses names the limit with the least left, how much it is, what is left and what was needed', () => {
  const h = house()
  set(h, limit('LOSS', '24h', 30_000n), limit('STAKE', '7d', 100_000n))
  const { code, params } = h.bet(1, 'B', 31_000n).body as Refusal
  expect([code, params]).toMatchObject(['SELF_LIMIT_EXCEEDED', { kind: 'LOSS', window: '24h', left: '30000' }])
  expect([messageOf('SELF_LIMIT_EXCEEDED', params, 'ko'), messageOf('SELF_LIMIT_EXCEEDED', params, 'en')]).toEqual([
    '설정한 한도를 초과하여 이용할 수 없습니다. 24시간 손실 한도 30,000원 · 남은 한도 30,000원 · 필요한 금액 31,000원. 더보기 › 이용 한도와 휴식에서 바꿀 수 있습니다.',
    'This exceeds the limit you set. Your 24-hour loss limit: 30,000 KRW · left 30,000 KRW · needed 31,000 KRW. Change it under More › Limits and breaks.',
  ])
  play(h, 30_000n, false)
  expect((h.bet(1, 'B', 5_000n).body as Refusal).params).toMatchObject({ kind: 'LOSS', left: '0' })
})

test('J 6: an open bet of a self-excluded member is settled as any', () => {
  const h = house()
  const round = h.betting()
  const bet = h.bet(1, 'B', 10_000n)
  h.do({ kind: 'selfExclude', ...byMember(who, h.key()), months: 12 })
  h.until(round.startAt + 2_000, 100_00)
  h.until(round.endAt + 2_000, 101_00)
  expect(h.betOf(bet)).toMatchObject({ status: 1, profit: 9_000n })
  expect(h.wallet(1)).toEqual({ posted: 10_009_000n, reserved: 0n })
})

test('J 6: a repeated key answers what was stored, and does not exclude for longer', () => {
  const h = house()
  const command = { kind: 'selfExclude', ...byMember(who, h.key()), months: 6 } as const
  const first = h.do(command)
  later(h, 24 * HOUR)
  expect(h.do(command)).toEqual(first)
  const { selfExcludedUntil: until } = first.body as Limits
  expect(h.bet(1, 'B', 5_000n).body).toEqual({ code: 'SELF_EXCLUDED', params: { until } })
})

test('J 4: sums over rolling windows equal a scan over all results', () => {
  const windows = Object.keys(windowMs) as LimitWindow[]
  const steps = fc.array(
    fc.record({ wait: fc.nat(5 * 24 * HOUR), stake: fc.nat(9), profit: fc.integer({ min: -9, max: 9 }) }),
  )
  fc.assert(
    fc.property(steps, (list) => {
      const history = new ResultHistory()
      const all: SettledResult[] = []
      let at = NOON
      for (const [sourceId, { wait, stake, profit }] of list.entries()) {
        at += wait
        const result = { sourceId, currency: 'KRW', at, stake: BigInt(stake), profit: BigInt(profit) }
        history.add(result)
        all.push(result)
        for (const window of windows) {
          const inside = all.filter((one) => one.at > at - windowMs[window])
          expect(history.used('STAKE', window, 'KRW', at)).toBe(inside.reduce((sum, one) => sum + one.stake, 0n))
          expect(history.used('LOSS', window, 'KRW', at)).toBe(inside.reduce((sum, one) => sum - one.profit, 0n))
        }
      }
    }),
  )
})

test('results that no window holds are forgotten', () => {
  const history = new ResultHistory()
  for (let day = 0; day < 5_000; day++) {
    history.add({ sourceId: day, currency: 'KRW', at: NOON + day * 24 * HOUR, stake: 1n, profit: 1n })
  }
  expect(history.all(NOON + 4_999 * 24 * HOUR)).toHaveLength(30)
  expect(history.all(NOON + 5_000 * 24 * HOUR)).toHaveLength(29)
  expect(history.used('STAKE', '30d', 'KRW', NOON + 4_999 * 24 * HOUR)).toBe(30n)
  expect(history.used('STAKE', '24h', 'KRW', NOON + 4_999 * 24 * HOUR)).toBe(1n)
})

test('the newest results of all members are kept for two minutes', () => {
  const newest = new Newest<SettledResult>()
  for (let second = 0; second < 10_000; second++) {
    newest.add(second % 2, { sourceId: second, currency: 'KRW', at: NOON + second * 1_000, stake: 1n, profit: 1n })
  }
  expect(newest.of(1)).toHaveLength(61)
  expect(newest.of(1)[0]?.at).toBe(NOON + 9_879_000)
})

test('J 4, J 6: a site that is not configured yet protects its members all the same', () => {
  const h = new House(emptySnapshot({ sites: [], options: [] }))
  h.member(1)
  expect(codeOf(set(h, limit('LOSS', '24h', 30_000n)))).toBe(200)
  const exclude = (months: number) => h.do({ kind: 'selfExclude', ...byMember(who, h.key()), months })
  expect(codeOf(exclude(5))).toBe('INVALID_REQUEST')
  expect(codeOf(exclude(6))).toBe(200)
})
