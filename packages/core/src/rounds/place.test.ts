import { expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { codeOf, emptySnapshot, House, NOON, operator, option, SALT, SITE, site } from '../testing.ts'

function house(parts: Parameters<typeof option>[0] = {}, maxDayExposure = 300_000_000n): House {
  const h = new House(emptySnapshot({ sites: [site({ maxDayExposure })], options: [option(parts)] }))
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  h.member(2)
  return h
}

/** Places one bet a second. */
const each = (h: House, ...points: bigint[]) =>
  points.map((point) => {
    h.at += 1_000
    return codeOf(h.bet(1, 'B', point))
  })

test('A: min 5,000, unit 1,000, max 1,000,000 a bet; the refusals say what is allowed', () => {
  const h = house()
  expect(h.bet(1, 'B', 4_000n).body).toEqual({ code: 'INVESTMENT_BELOW_MIN', params: { min: '5000', currency: '원' } })
  expect(h.bet(1, 'B', 5_500n).body).toEqual({ code: 'AMOUNT_UNIT_MISMATCH', params: { unit: '1000', currency: '원' } })
  expect(h.bet(1, 'B', 1_001_000n).body).toEqual({
    code: 'INVESTMENT_ABOVE_MAX',
    params: { max: '1000000', unit: '원' },
  })
  expect(h.bet(1, 'B', -5_000n).status).toBe(400)
  expect(h.bet(1, 'B', 1_000_000n).status).toBe(200)
})

test('A: 2,000,000 per member and round', () => {
  expect(each(house(), 1_000_000n, 995_000n, 6_000n, 5_000n)).toEqual([200, 200, 'ROUND_LIMIT_EXCEEDED', 200])
})

test('A: at most 5 bets a round', () => {
  expect(each(house(), 5_000n, 5_000n, 5_000n, 5_000n, 5_000n, 5_000n).slice(-2)).toEqual([200, 'BET_COUNT_EXCEEDED'])
})

test('A: bets are at least 1 s apart; a bet that came too soon may be sent again with its key', () => {
  const h = house()
  h.bet(1, 'B', 5_000n)
  h.at += 999
  const key = h.key()
  const bet = {
    kind: 'placeBet',
    ...byMember({ siteId: SITE, memberId: 1 }, key),
    tradeRoundId: h.betting().id,
    side: 'B',
  } as const
  expect(codeOf(h.do({ ...bet, point: 5_000n, salt: SALT }))).toBe('BET_TOO_SOON')
  h.at += 1
  expect(h.do({ ...bet, point: 5_000n, salt: SALT }).status).toBe(200)
})

test('A: one side per round and member; the other side is free in the next round', () => {
  const h = house()
  h.bet(1, 'B', 5_000n)
  h.at += 1_000
  expect(codeOf(h.bet(1, 'S', 5_000n))).toBe('BET_OPPOSITE_SIDE')
  expect(h.bet(2, 'S', 5_000n).status).toBe(200)
  h.until(NOON + 60_000, 100_00)
  expect(h.bet(1, 'S', 5_000n).status).toBe(200)
})

test('D: no more than the free balance can be staked, to the last won', () => {
  const h = house()
  h.member(3, 12_000n)
  expect(h.bet(3, 'B', 7_000n).status).toBe(200)
  h.at += 1_000
  expect(codeOf(h.bet(3, 'B', 6_000n))).toBe('BALANCE_INSUFFICIENT')
  expect(h.bet(3, 'B', 5_000n).status).toBe(200)
  expect(h.wallet(3)).toEqual({ posted: 12_000n, reserved: 12_000n })
})

test('A: no stake while the feed is not live', () => {
  const h = house()
  h.stale()
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('PRICE_FEED_STALE')
  h.live()
  expect(h.bet(1, 'B', 5_000n).status).toBe(200)
})

test('A: no stake in a closed market, in a stopped option, before a round opens or after it closed', () => {
  const h = house()
  const round = h.betting()
  const next = h.core.snapshot().rounds.find((row) => row.startAt === round.startAt + 60_000)!
  expect(codeOf(h.bet(1, 'B', 5_000n, next.id))).toBe('ROUND_NOT_OPEN')
  h.session(true)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('MARKET_CLOSED')
  h.session(false)
  h.do({ kind: 'configureOption', ...operator, option: option({ isStop: true }) })
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('OPTION_STOPPED')
  h.do({ kind: 'configureOption', ...operator, option: option() })
  h.at = round.lockAt
  expect(codeOf(h.bet(1, 'B', 5_000n, round.id))).toBe('INVESTMENT_TIME_CLOSED')
  h.until(round.endAt + 10_000, 100_00)
  expect(codeOf(h.bet(1, 'B', 5_000n, round.id))).toBe('INVESTMENT_TIME_CLOSED')
})

test("I 18: unknown rounds and other sites' rounds are not there; other sites' members neither", () => {
  const sites = [1, 2].map((siteId) => site({ siteId, maxDayExposure: 10n ** 9n }))
  const options = [option(), option({ siteId: 2, id: 200 })]
  const h = new House(emptySnapshot({ sites, options }))
  h.live()
  h.settle()
  h.member(1)
  const foreign = h.ask('rounds.game', { siteId: 2, optionId: 200, memberId: null })!.betting!
  expect(codeOf(h.bet(1, 'B', 5_000n, foreign.id))).toBe('HISTORY_NOT_FOUND')
  expect(codeOf(h.bet(1, 'B', 5_000n, 999_999))).toBe('HISTORY_NOT_FOUND')
  const key = h.key()
  const asSite2 = { kind: 'placeBet', ...byMember({ siteId: 2, memberId: 1 }, key), tradeRoundId: foreign.id } as const
  expect(codeOf(h.do({ ...asSite2, side: 'B', point: 5_000n, salt: SALT }))).toBe('WALLET_NOT_FOUND')
  expect(h.ask('members.wallets', { siteId: 2, memberId: 1 })).toEqual([])
  expect(h.ask('rounds.option', { siteId: 1, optionId: 200 })).toBeNull()
})

test('A: a denied account cannot stake; what it has staked is settled as any', () => {
  const h = house()
  const reply = h.bet(1, 'B', 10_000n)
  h.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: 1, status: 'DENY' })
  h.at += 1_000
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('ACCOUNT_DENIED')
  h.until(NOON + 62_000, 100_00)
  h.until(NOON + 122_000, 101_00)
  expect(h.betOf(reply)).toMatchObject({ status: 1, profit: 9_000n })
})

test('G: who has a stake that is not decided cannot leave, not even where money may stay', () => {
  const h = house()
  const leave = () => h.do({ kind: 'leave', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), mayHold: true })
  h.bet(1, 'B', 10_000n)
  expect(codeOf(leave())).toBe('MEMBER_HAS_OPEN')
  h.until(NOON + 122_000, 101_00)
  expect(leave().status).toBe(200)
})

test('A: a round that could cost more than its exposure limit is closed to that side only', () => {
  const h = house({ maxExposure: 900_000n })
  expect(h.bet(1, 'B', 1_000_000n).status).toBe(200)
  h.member(3)
  expect(codeOf(h.bet(3, 'B', 5_000n))).toBe('EXPOSURE_LIMIT')
  expect(h.bet(2, 'S', 5_000n).status).toBe(200)
  expect(h.bet(3, 'B', 5_000n).status).toBe(200)
})

test('A: a stake beyond an exposure limit is told what the round would still take, to the unit', () => {
  const leftAfter = (h: House, point: bigint) => h.bet(2, 'B', point).body
  const left = (remaining: string) => ({ code: 'EXPOSURE_LIMIT', params: { remaining, currency: '원' } })
  // 0.9 of a stake is what it can cost the house.
  const h = house({ maxExposure: 27_500n })
  expect(leftAfter(h, 50_000n)).toEqual(left('30000'))
  expect(h.bet(2, 'B', 30_000n).status).toBe(200)
  h.at += 1_000
  expect(leftAfter(h, 5_000n)).toEqual(left('0'))
  // A stake of the other side makes room for the difference.
  expect(h.bet(1, 'S', 20_000n).status).toBe(200)
  h.at += 1_000
  expect(h.bet(2, 'B', 1_000_000n).body).toEqual(left('22000'))
  expect(leftAfter(house({}, 45_000n), 1_000_000n)).toEqual(left('50000'))
})

test('A: a second stake counts with the first as one exposure of its round, once, against the site-day limit', () => {
  const h = house({}, 900_000n)
  expect(h.bet(1, 'B', 500_000n).status).toBe(200) // costs at most 450,000
  h.at += 1_000
  expect(codeOf(h.bet(1, 'B', 501_000n))).toBe('EXPOSURE_LIMIT')
  expect(h.bet(1, 'B', 500_000n).status).toBe(200) // 900,000 together
})

test('A: what was lost since 00:00 KST and what undecided rounds can cost stay within the site-day limit', () => {
  const h = house({}, 1_500_000n)
  const round = h.betting()
  expect(h.bet(1, 'B', 1_000_000n).status).toBe(200)
  h.until(round.startAt + 2_000, 100_00)
  h.member(3)
  expect(codeOf(h.bet(3, 'B', 700_000n))).toBe('EXPOSURE_LIMIT')
  h.until(round.endAt + 2_000, 101_00)
  expect(h.wallet(1).posted).toBe(10_900_000n)
  expect(codeOf(h.bet(3, 'B', 700_000n))).toBe('EXPOSURE_LIMIT')
  h.restart(1_000)
  h.live()
  expect(codeOf(h.bet(3, 'B', 700_000n))).toBe('EXPOSURE_LIMIT')
  expect(h.bet(3, 'B', 600_000n).status).toBe(200)
  const nextDay = NOON + 12 * 3_600_000
  h.at = nextDay - 1
  h.settle()
  h.until(nextDay, 101_00)
  h.live()
  expect(h.bet(2, 'B', 1_000_000n).status).toBe(200)
})

/** A decided round that costs 1,790,000 of the 2,000,000 of a site-day, with so many of its three bets not paid yet. */
function settling(open: number): House {
  const h = house({}, 2_000_000n)
  const round = h.betting()
  for (const member of [1, 2]) expect(h.bet(member, 'B', 1_000_000n).status).toBe(200)
  h.member(3)
  expect(h.bet(3, 'S', 10_000n).status).toBe(200)
  h.until(round.startAt + 2_000, 100_00)
  h.at = round.endAt
  h.tick(101_00)
  h.at += 2_000
  const left = () => h.core.snapshot().bets.filter(({ status }) => status === 0).length
  while (h.betting().phase !== 'OPEN' || left() > open || h.core.snapshot().rounds[0]!.decidedAt === null)
    h.core.advance(h.ctx(), 1)
  expect(left()).toBe(open)
  h.tick(101_00)
  return h
}

test.each([
  [3, 233_000n], // costs 209,700 of 210,000 that are left of the day
  [2, 233_000n],
  [1, 222_000n], // both winners are paid; that the last bet will bring 10,000 counts once it has
  [0, 233_000n],
])('A: of a decided round what it still costs and what it cost count once: %i bets are not paid', (open, most) => {
  expect(codeOf(settling(open).bet(3, 'B', most + 1_000n))).toBe('EXPOSURE_LIMIT')
  expect(codeOf(settling(open).bet(3, 'B', most))).toBe(200)
})
