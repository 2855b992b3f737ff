import { merkleRoot, saltedLeafHash, toHex } from '@maru/evidence'
import { expect, test } from 'vitest'
import { codeOf, emptySnapshot, House, NOON, operator, option, SALT } from '../testing.ts'
import { betLeaf, roundWire } from '../wire.ts'

/** A house whose round that starts at 12:01 takes stakes. */
function house(parts: Parameters<typeof option>[0] = {}): House {
  const h = new House(emptySnapshot({ options: [option(parts)] }))
  h.live()
  h.tick(100_00)
  h.settle()
  return h
}

test('A: a won rent stake credits floor(point × 1.90), a lost one nothing, and stakes wait in gameWaitPoint until then', () => {
  const h = house()
  h.member(1)
  h.member(2)
  const round = h.betting()
  expect(round).toMatchObject({ openAt: NOON, lockAt: NOON + 55_000, startAt: NOON + 60_000, endAt: NOON + 120_000 })
  const won = h.bet(1, 'B', 11_000n)
  const lost = h.bet(2, 'S', 20_000n)
  expect(won.status).toBe(200)
  expect(h.wallet(1)).toEqual({ posted: 10_000_000n, reserved: 11_000n })
  h.until(NOON + 60_000, 100_00)
  h.until(NOON + 120_000, 100_01)
  h.until(NOON + 123_000, 90_00)
  expect(h.round(round.id)).toMatchObject({ phase: 'SETTLED', status: 1, settledAt: expect.any(Number) })
  expect(h.round(round.id).decidedAt! - round.endAt).toBeLessThanOrEqual(3_000)
  expect(h.betOf(won)).toMatchObject({ status: 1, profit: 9_900n, strikePrice: 100_00, closePrice: 100_01 })
  expect(h.betOf(lost)).toMatchObject({ status: 2, profit: -20_000n })
  expect(h.wallet(1)).toEqual({ posted: 10_009_900n, reserved: 0n })
  expect(h.wallet(2)).toEqual({ posted: 9_980_000n, reserved: 0n })
})

test('A: the phases of a rent round are SCHEDULED, OPEN, LOCKED, RUNNING, SETTLED', () => {
  const h = house()
  const next = h.core.snapshot().rounds.find((round) => round.openAt === NOON + 60_000)!
  expect(next.phase).toBe('SCHEDULED')
  const seen: string[] = []
  for (const second of [59, 60, 114, 115, 119, 120, 180, 182]) {
    h.until(NOON + second * 1_000, 100_00 + second)
    seen.push(h.round(next.id).phase)
  }
  expect(seen).toEqual(['SCHEDULED', 'OPEN', 'OPEN', 'LOCKED', 'LOCKED', 'RUNNING', 'RUNNING', 'SETTLED'])
})

test('A: stakes close 3 s before the start of a 30 s round', () => {
  const h = house({ type: 'R.5' })
  h.member(1)
  const round = h.betting()
  expect(round.lockAt).toBe(round.startAt - 3_000)
  h.at = round.lockAt - 1
  expect(h.bet(1, 'B', 5_000n, round.id).status).toBe(200)
  h.at = round.lockAt
  expect(codeOf(h.bet(1, 'B', 5_000n, round.id))).toBe('INVESTMENT_TIME_CLOSED')
})

test('A: the strike of a rent round is P(startAt) and unknown while members stake', () => {
  const h = house()
  h.member(1)
  const round = h.betting()
  const reply = h.bet(1, 'B', 5_000n)
  expect(reply.body).toMatchObject({ strikePrice: null, bet: { strikePrice: null } })
  h.until(NOON + 60_000, 100_00)
  h.at += 1_000
  h.tick(99_00, { sourceTs: round.startAt })
  h.settle()
  expect(h.round(round.id).strikeTick).toBeNull()
  h.at = round.startAt + 1_600
  h.tick(98_00, { sourceTs: round.startAt, recvTs: round.startAt + 1_501 })
  h.settle()
  expect(h.round(round.id).strikeTick).toMatchObject({ price: 99_00 })
})

test('A: shares of stakes are shown only after lock, with the root of the salted bets', () => {
  const h = house()
  h.member(1)
  const round = h.betting()
  const bets = [h.bet(1, 'B', 5_000n)]
  h.at += 1_000
  bets.push(h.bet(1, 'B', 6_000n))
  expect(roundWire(h.betting(), option(), h.at)).toMatchObject({ buyPoint: null, sellPoint: null, betRoot: null })
  h.until(round.lockAt, 100_00)
  const leaves = bets.map((reply) => saltedLeafHash(SALT, betLeaf(h.betOf(reply), 'KRW')))
  const betRoot = toHex(merkleRoot(leaves))
  expect(roundWire(h.round(round.id), option(), h.at)).toMatchObject({ buyPoint: '11000', sellPoint: '0', betRoot })
  expect(h.events('ROUND_LOCKED').at(-1)).toMatchObject({ topic: '/topic/trade/100', data: { betRoot } })
})

test('A: the root of the bets is the same when the house restarted while they were placed', () => {
  const h = house()
  h.member(1)
  const round = h.betting()
  const first = h.bet(1, 'B', 5_000n)
  h.restart(1_000)
  h.live()
  const second = h.bet(1, 'B', 6_000n)
  h.until(round.lockAt, 100_00)
  const leaves = [first, second].map((reply) => saltedLeafHash(SALT, betLeaf(h.betOf(reply), 'KRW')))
  expect(h.round(round.id).betRoot).toBe(toHex(merkleRoot(leaves)))
})

test('A: a payout rate is frozen in the bet and changes only rounds that are not open yet', () => {
  const h = house()
  h.member(1)
  const round = h.betting()
  h.do({ kind: 'configureOption', ...operator, option: option({ payoutRateBp: 15_000 }) })
  expect(h.betOf(h.bet(1, 'B', 10_000n)).payoutRateBp).toBe(19_000)
  h.until(round.startAt, 100_00)
  expect(h.betting().payoutRateBp).toBe(15_000)
  expect(h.betOf(h.bet(1, 'B', 10_000n)).payoutRateBp).toBe(15_000)
})

test('A: rates outside 1.50–1.98 (binary 1.90) are refused', () => {
  const h = house()
  const rate = (parts: Parameters<typeof option>[0]) =>
    codeOf(h.do({ kind: 'configureOption', ...operator, option: option(parts) }))
  expect(rate({ payoutRateBp: 14_999 })).toBe('INVALID_REQUEST')
  expect(rate({ payoutRateBp: 19_801 })).toBe('INVALID_REQUEST')
  expect(rate({ id: 101, type: 'B1', payoutRateBp: 19_001 })).toBe('INVALID_REQUEST')
  expect(rate({ id: 101, type: 'B1', payoutRateBp: 19_000 })).toBe(200)
})

test('A: every round number is played once, also over restarts', () => {
  const h = house({ type: 'R.5' })
  for (let minute = 1; minute <= 10; minute++) {
    h.until(NOON + minute * 60_000, 100_00)
    h.restart(1_000)
    h.live()
    h.settle()
  }
  const numbers = [...h.rounds.values()].map((round) => round.roundNo)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(Math.max(...numbers) - Math.min(...numbers)).toBe(numbers.length - 1)
})

test('A: bets of a decided round follow in chunks of at most 500, with commands between them', () => {
  const h = house({ maxExposure: 10n ** 12n })
  for (let member = 1; member <= 1_200; member++) h.member(member, 10_000n)
  const round = h.betting()
  for (let member = 1; member <= 1_200; member++) h.bet(member, member % 3 === 0 ? 'B' : 'S', 5_000n)
  h.until(round.endAt + 1_000, 100_00)
  h.tick(99_00, { sourceTs: round.endAt })
  h.at = round.endAt + 1_600
  const chunks: number[] = []
  while (h.core.more(h.ctx())) {
    const effects = h.core.advance(h.ctx(), 100_000)
    chunks.push(effects.rows.bets.length)
    expect(h.bet(1, 'B', 1_000n).status).toBe(400)
  }
  expect(Math.max(...chunks)).toBe(500)
  expect(chunks.reduce((sum, count) => sum + count, 0)).toBe(1_200)
})

test('A: a restart between two chunks goes on with the stored result', () => {
  const h = house()
  h.member(1)
  h.member(2)
  const round = h.betting()
  const won = h.bet(1, 'S', 10_000n)
  h.bet(2, 'B', 10_000n)
  h.until(round.startAt + 2_000, 100_00)
  h.until(round.endAt, 99_00)
  h.at = round.endAt + 1_600
  const decided = h.core.advance(h.ctx(), 1)
  expect(decided.rows.rounds.find((row) => row.id === round.id)).toMatchObject({ phase: 'SETTLED', status: 2 })
  expect(decided.rows.bets).toEqual([])
  h.restart(600_000)
  h.settle(1)
  expect(h.betOf(won)).toMatchObject({ status: 1, profit: 9_000n, closePrice: 99_00 })
  expect(h.wallet(2)).toEqual({ posted: 9_990_000n, reserved: 0n })
})

test('A: P(T) counts what was received by T + 1.5 s, to the last of it', () => {
  const h = house()
  h.member(1)
  const round = h.betting()
  const reply = h.bet(1, 'B', 10_000n)
  h.until(round.startAt + 2_000, 100_00)
  h.at = round.endAt
  h.tick(99_00)
  h.at = round.endAt + 1_450
  h.settle()
  h.tick(101_00, { sourceTs: round.endAt })
  h.until(round.endAt + 2_000)
  expect(h.round(round.id).closeTick).toMatchObject({ price: 101_00, recvTs: round.endAt + 1_450 })
  expect(h.betOf(reply).status).toBe(1)
})

test('D: what rounds win and lose is posted between a member and PNL_ROUND', () => {
  const h = house()
  h.member(1)
  h.member(2)
  const round = h.betting()
  h.bet(1, 'B', 10_000n)
  h.bet(2, 'S', 10_000n)
  h.until(round.startAt + 2_000, 100_00)
  h.until(round.endAt + 2_000, 101_00)
  const posted = h.postings.filter(({ reason }) => reason.startsWith('ROUND_'))
  expect(posted.map(({ account, amount, reason }) => [account, amount, reason])).toEqual([
    ['MEMBER', 9_000n, 'ROUND_WIN'],
    ['PNL_ROUND', -9_000n, 'ROUND_WIN'],
    ['MEMBER', -10_000n, 'ROUND_LOSS'],
    ['PNL_ROUND', 10_000n, 'ROUND_LOSS'],
  ])
})
