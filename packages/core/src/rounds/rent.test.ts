import { expect, test } from 'vitest'
import { codeOf, emptySnapshot, House, NOON, option } from '../testing.ts'

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
