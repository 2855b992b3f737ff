import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { bySystem } from '../envelope.ts'
import { codeOf, emptySnapshot, House, NOON, operator, option } from '../testing.ts'

function house(parts: Parameters<typeof option>[0] = {}): House {
  const h = new House(emptySnapshot({ options: [option({ type: 'B1', payoutRateBp: 18_500, ...parts })] }))
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  h.member(2)
  return h
}

test('A: a binary round takes stakes from startAt until 30 s before endAt', () => {
  const h = house()
  const round = h.betting()
  expect(round).toMatchObject({ openAt: NOON, startAt: NOON, lockAt: NOON + 30_000, endAt: NOON + 60_000 })
  h.until(NOON + 29_999, 100_00)
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
  h.until(NOON + 30_000, 100_00)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('INVESTMENT_TIME_CLOSED')
  expect(h.ask('rounds.game', { siteId: 1, optionId: 100, memberId: null })).toMatchObject({
    betting: h.round(round.id),
    running: h.round(round.id),
  })
})

test('0: a price that was received before a bet is not its strike, however far the venue’s clock is ahead', () => {
  const h = house()
  h.tick(101_00, { sourceTs: h.at + 1_300 })
  h.at += 1
  const reply = h.bet(1, 'B', 10_000n)
  h.at += 100
  h.tick(102_00, { sourceTs: h.at + 1_300 })
  expect(h.betOf(reply)).toMatchObject({ status: 0, strikePrice: 102_00 })
})

test('A: delay and wait of a strike are those of the round when it opened', () => {
  const h = house()
  const slow = { strikeDelayMs: 1_000, strikeWaitMs: 3_000 }
  h.do({ ...operator, kind: 'configureOption', option: option({ type: 'B1', payoutRateBp: 18_500, ...slow }) })
  const early = h.bet(1, 'B', 5_000n)
  h.at += 300
  h.tick(103_00)
  expect(h.betOf(early).strikePrice).toBe(103_00)
  h.until(NOON + 60_000, 104_00)
  const late = h.bet(1, 'B', 5_000n)
  h.at += 999
  h.tick(105_00)
  expect(h.betOf(late).strikePrice).toBeNull()
  h.restart(0)
  expect(h.betting()).toMatchObject(slow)
  h.live()
  h.settle()
  h.until(NOON + 63_000, undefined)
  const next = h.bet(1, 'B', 5_000n)
  h.until(NOON + 66_000)
  expect(h.betOf(next).strikePrice).toBeNull()
  h.until(NOON + 66_100)
  expect(h.betOf(next)).toMatchObject({ status: 3, voidReason: 'NO_STRIKE' })
})

test('A: the strike is the first tick with sourceTs ≥ acceptedAt + 300 ms', () => {
  const h = house()
  const reply = h.bet(1, 'B', 10_000n)
  h.at += 299
  h.tick(101_00)
  h.at += 1
  h.tick(102_00, { sourceTs: NOON + 299 })
  expect(h.betOf(reply).strikePrice).toBeNull()
  h.tick(103_00)
  h.tick(104_00)
  expect(h.betOf(reply)).toMatchObject({ strikePrice: 103_00, strikeTick: { sourceTs: NOON + 300 } })
  expect(h.events('BET_STRUCK')).toMatchObject([{ memberId: 1, data: { bet: { strikePrice: '103.00' } } }])
})

test('A: without such a tick by +2 s the last tick with sourceTs ≤ acceptedAt + 2 s strikes, if the feed is live', () => {
  const h = house()
  const reply = h.bet(1, 'B', 10_000n)
  h.at += 100
  h.tick(101_00)
  h.at = NOON + 2_050
  h.tick(102_00, { sourceTs: NOON + 1_900 })
  expect(h.betOf(reply)).toMatchObject({ strikePrice: 101_00 })
})

test('A: without such a tick and with a feed that is not live the bet is void at once, and only it', () => {
  const h = house()
  const reply = h.bet(1, 'B', 10_000n)
  h.at = NOON + 1_500
  h.stale()
  h.until(NOON + 2_100)
  expect(h.betOf(reply)).toMatchObject({ status: 3, voidReason: 'NO_STRIKE', profit: 0n })
  expect(h.wallet(1)).toEqual({ posted: 10_000_000n, reserved: 0n })
  expect(h.round(h.betting().id)).toMatchObject({ phase: 'OPEN', decidedAt: null })
})

test.each([
  ['a tick that came after its time struck it', 400],
  ['none had come', 0],
])('A: a start of at most 3 s loses the first tick of a bet from before it: void, whether %s', (_what, lag) => {
  const h = house()
  const reply = h.bet(1, 'B', 10_000n)
  h.at += lag
  const lost = h.core.snapshot()
  if (lag > 0) h.tick(101_00)
  // What was not committed is gone, and with it the tick that was the first of its time.
  h.core = createCore(lost)
  h.at = NOON + 700
  h.live()
  h.tick(102_00)
  h.settle()
  expect(h.betOf(reply)).toMatchObject({ status: 3, voidReason: 'NO_STRIKE', strikePrice: null })
  expect(h.wallet(1)).toEqual({ posted: 10_000_000n, reserved: 0n })
  const next = h.bet(1, 'B', 10_000n)
  h.at += 300
  h.tick(103_00)
  expect(h.betOf(next)).toMatchObject({ status: 0, strikePrice: 103_00 })
})

test.each([
  [3_000, { status: 0, strikePrice: 100_00 }],
  [3_001, { status: 3, voidReason: 'OUTAGE' }],
])('A: an outage of %i ms: a bet that is accepted and not struck', (ms, outcome) => {
  const h = house()
  h.until(NOON + 5_000, 100_00)
  const reply = h.bet(1, 'B', 10_000n)
  h.do({ kind: 'outage', ...bySystem(null), from: h.at - ms, to: h.at })
  h.until(h.at + 1_000, 100_00)
  expect(h.betOf(reply)).toMatchObject(outcome)
})

test('A: win credits floor(point × 1.85), an equal close is void, each bet by its own strike', () => {
  const h = house()
  const strikes = [100_00, 101_00, 102_00]
  const replies = strikes.map((price) => {
    h.at += 1_000
    const reply = h.bet(1, 'B', 11_000n)
    h.at += 300
    h.tick(price)
    return reply
  })
  h.until(NOON + 60_000, 101_00)
  h.until(NOON + 62_000, 90_00)
  const settled = replies.map((reply) => h.betOf(reply))
  expect(settled.map(({ status, profit, voidReason }) => [status, profit, voidReason])).toEqual([
    [1, 9_350n, null],
    [3, 0n, 'PRICE_EQUAL'],
    [2, -11_000n, null],
  ])
  expect(h.wallet(1)).toEqual({ posted: 9_998_350n, reserved: 0n })
})

test('A: the status of a binary round is open tick against close, for display only', () => {
  const h = house()
  const round = h.betting()
  h.until(NOON + 2_000, 100_00)
  const reply = h.bet(1, 'S', 10_000n)
  h.at += 300
  h.tick(102_00)
  h.until(NOON + 62_000, 101_00)
  expect(h.round(round.id)).toMatchObject({ status: 1, phase: 'SETTLED', strikeTick: { price: 100_00 } })
  expect(h.betOf(reply).status).toBe(1)
})

test('A: a round whose open and close are equal is even, its bets are not void for it', () => {
  const h = house()
  const round = h.betting()
  const reply = h.bet(1, 'B', 10_000n)
  h.at += 300
  h.tick(99_00)
  h.until(NOON + 62_000, 100_00)
  expect(h.round(round.id)).toMatchObject({ status: 3, phase: 'SETTLED', voidReason: 'PRICE_EQUAL' })
  expect(h.betOf(reply).status).toBe(1)
})

test('A: exposure falls when strikes set bets against each other', () => {
  const h = house({ maxExposure: 1_000_000n })
  expect(h.bet(1, 'B', 1_000_000n).status).toBe(200)
  expect(codeOf(h.bet(2, 'S', 1_000_000n))).toBe('EXPOSURE_LIMIT')
  h.at += 300
  h.tick(100_00)
  h.at += 1_000
  expect(h.bet(2, 'S', 150_000n).status).toBe(200)
  h.at += 300
  h.tick(100_00)
  h.at += 1_000
  expect(codeOf(h.bet(2, 'S', 354_000n))).toBe('EXPOSURE_LIMIT')
  expect(h.bet(2, 'S', 352_000n).status).toBe(200)
})

test('A: a bet that got no strike costs nothing any more', () => {
  const h = house({ maxExposure: 900_000n })
  expect(h.bet(1, 'B', 1_000_000n).status).toBe(200)
  h.stale()
  h.until(NOON + 2_200)
  h.live()
  expect(h.bet(2, 'B', 1_000_000n).status).toBe(200)
  h.member(3)
  expect(codeOf(h.bet(3, 'B', 100_000n))).toBe('EXPOSURE_LIMIT')
})

test('A: a tick strikes 500 bets at once; the others go on at the same tick in the next turn', () => {
  const h = house({ maxExposure: 10n ** 12n })
  for (let member = 1; member <= 1_300; member++) h.member(member, 10_000n)
  const replies = Array.from({ length: 1_300 }, (_, index) => h.bet(index + 1, 'B', 5_000n))
  h.at += 400
  h.tick(123_00)
  const struck = () => replies.filter((reply) => h.betOf(reply).strikePrice !== null).length
  expect(struck()).toBe(500)
  expect(h.core.more(h.ctx())).toBe(true)
  h.tick(124_00)
  h.settle()
  expect(struck()).toBe(1_300)
  expect(new Set(replies.map((reply) => h.betOf(reply).strikePrice))).toEqual(new Set([123_00]))
})

test('A: a tick strikes 500 bets at once, of all rounds of its instrument together', () => {
  const parts = { payoutRateBp: 18_500, maxExposure: 10n ** 12n }
  const options = [option({ ...parts, type: 'B1' }), option({ ...parts, type: 'B2', id: 101 })]
  const h = new House(emptySnapshot({ options }))
  h.live()
  h.tick(100_00)
  h.settle()
  const replies = Array.from({ length: 600 }, (_, index) => {
    h.member(index + 1, 10_000n)
    return h.bet(index + 1, 'B', 5_000n, h.betting(index < 300 ? 100 : 101).id)
  })
  h.at += 400
  h.tick(123_00)
  const struck = () => replies.filter((reply) => h.betOf(reply).strikePrice === 123_00).length
  expect(struck()).toBe(500)
  h.settle()
  expect(struck()).toBe(600)
})

test('A: the evidence of the first round of a new house names every feed state with a moment', () => {
  const h = new House(emptySnapshot({ options: [option({ type: 'B1' })] }), NOON + 20_000)
  h.settle()
  h.live()
  h.tick(100_00)
  h.settle()
  const round = h.betting()
  h.until(round.endAt + 2_000, 100_00)
  const signals = h.round(round.id).feedStates
  expect(signals.map((signal) => (signal.kind === 'feed' ? signal.state : signal.kind))).toEqual(['stale', 'live'])
  for (const { at } of signals) expect(Number.isSafeInteger(at)).toBe(true)
})
