import { Bet, BetEvent, BettingReply, destinations, Round } from '@maru/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byMember, bySystem } from './envelope.ts'
import { emptySnapshot, House, NOON, option, SALT, SITE } from './testing.ts'
import type { CoreSnapshot } from './types.ts'
import { betWire } from './wire.ts'

const options = [
  option({ id: 100, type: 'R.5' }),
  option({ id: 101, type: 'R1' }),
  option({ id: 102, type: 'B1', payoutRateBp: 18_500 }),
]

const steps = fc.array(
  fc.oneof(
    {
      weight: 14,
      arbitrary: fc.record({
        kind: fc.constant('bet' as const),
        member: fc.integer({ min: 1, max: 4 }),
        option: fc.constantFrom(100, 101, 102),
        side: fc.constantFrom<'B' | 'S'>('B', 'S'),
        point: fc.integer({ min: 4, max: 1_001 }).map((thousands) => BigInt(thousands) * 1_000n),
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        ms: fc.nat(45_000),
        move: fc.integer({ min: -2, max: 2 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('tick' as const), move: fc.integer({ min: -2, max: 2 }) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ kind: 'gap' as const }, { kind: 'skew' as const }, { kind: 'limit' as const }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('restart' as const), ms: fc.constantFrom(0, 1_000, 2_500, 8_000) }),
    },
  ),
  { minLength: 20, maxLength: 70, size: 'max' },
)
type Step = (typeof steps extends fc.Arbitrary<infer S> ? S : never)[number]

/** Plays the steps; `after` looks at the house after each. */
function play(list: readonly Step[], after: (h: House) => void): House {
  const h = new House(emptySnapshot({ options }))
  let price = 100_00
  h.live()
  h.tick(price)
  h.settle()
  for (let member = 1; member <= 4; member++) h.member(member, 3_000_000n)
  for (const step of list) {
    if ('move' in step) price += step.move
    if (step.kind === 'bet') h.bet(step.member, step.side, step.point, h.betting(step.option).id)
    else if (step.kind === 'tick') h.tick(price)
    else if (step.kind === 'wait') h.until(h.at + step.ms, price, 700)
    else if (step.kind === 'skew') h.disturb('skew')
    else if (step.kind === 'gap') {
      h.stale()
      h.until(h.at + 2_500)
      h.live()
    } else if (step.kind === 'limit') {
      const limits = [{ kind: 'LOSS', window: '24h', currency: 'KRW', amount: 2_000_000n }] as const
      h.do({ kind: 'setLimits', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), limits })
    } else {
      h.restart(step.ms)
      h.live()
      h.settle()
    }
    after(h)
  }
  return h
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)

test('D: postings sum to zero, a wallet is the sum of its postings, reservations are the open stakes', () => {
  fc.assert(
    fc.property(steps, (list) => {
      play(list, (h) => {
        expect(sum(h.postings.map((row) => row.amount))).toBe(0n)
        const byTxn = Map.groupBy(h.postings, (row) => row.txnId)
        for (const rows of byTxn.values()) expect(sum(rows.map((row) => row.amount))).toBe(0n)
        for (let member = 1; member <= 4; member++) {
          const mine = h.postings.filter((row) => row.memberId === member)
          const open = [...h.bets.values()].filter((bet) => bet.memberId === member && bet.status === 0)
          const posted = sum(mine.map((row) => row.amount))
          expect(h.wallet(member)).toEqual({ posted, reserved: sum(open.map((bet) => bet.point)) })
        }
      })
    }),
    { numRuns: 60 },
  )
})

test('A: a restored core is the core that it was restored from', () => {
  fc.assert(
    fc.property(steps, (list) => {
      play(list, (h) => {
        const before = h.core.stateHash()
        const restored = new House(shuffled(h.core.snapshot()), h.at)
        expect(restored.core.stateHash()).toBe(before)
      })
    }),
    { numRuns: 40 },
  )
})

test('the same calls give the same effects', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const first = play(list, () => undefined)
      const second = play(list, () => undefined)
      expect(first.calls).toEqual(second.calls)
      expect(first.core.stateHash()).toBe(second.core.stateHash())
    }),
    { numRuns: 30 },
  )
})

test('A: every bet is paid as its round says: floor(point × rate), nothing, or its stake; nothing stays open', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const h = play(list, () => undefined)
      h.until(h.at + 200_000, 100_00, 1_000)
      for (const bet of h.bets.values()) {
        const round = h.round(bet.tradeRoundId)
        const won = (bet.point * BigInt(bet.payoutRateBp)) / 10_000n - bet.point
        expect(bet.profit).toBe(bet.status === 1 ? won : bet.status === 2 ? -bet.point : 0n)
        expect(bet.settledAt).not.toBeNull()
        if (round.phase === 'VOID') expect(bet.status).toBe(3)
        if (bet.status === 1 || bet.status === 2) {
          const move = Math.sign(bet.closePrice! - bet.strikePrice!) * (bet.side === 'B' ? 1 : -1)
          expect(move).toBe(bet.status === 1 ? 1 : -1)
        }
        const strike = bet.strikeTick ?? round.strikeTick
        if (bet.strikeTick) {
          expect(bet.strikePrice).toBe(strike!.price)
          expect(strike!.recvTs).toBeLessThanOrEqual(bet.acceptedAt + 2_000)
        }
        if (round.closeTick) expect(round.closeTick.sourceTs).toBeLessThanOrEqual(round.endAt)
      }
      for (let member = 1; member <= 4; member++) expect(h.wallet(member).reserved).toBe(0n)
    }),
    { numRuns: 40 },
  )
})

test('wire: rounds, bets, replies and events are as the contract says', () => {
  const topics = destinations['/topic/trade/{tradeOptionId}']
  fc.assert(
    fc.property(steps, (list) => {
      const h = play(list, () => undefined)
      for (const call of h.calls) {
        const body = call.reply?.body as { bet?: unknown } | undefined
        if (body?.bet) expect(BettingReply.parse(body)).toEqual(body)
        for (const event of call.events) {
          if (event.to === 'topic')
            expect(topics[event.event as keyof typeof topics].parse(event.data)).toEqual(event.data)
          else if (event.queue === 'trade') expect(BetEvent.parse(event.data)).toEqual(event.data)
          else expect(destinations['/user/queue/point'].POINT.parse(event.data)).toEqual(event.data)
        }
      }
      for (const bet of h.bets.values()) {
        const shown = betWire(bet, h.round(bet.tradeRoundId), options.find(({ id }) => id === bet.optionId)!)
        expect(Bet.parse(shown)).toEqual(shown)
      }
      expect(Round.shape.id.parse(h.betting().id)).toBeGreaterThan(0)
    }),
    { numRuns: 20 },
  )
})

test('0: a clock that is set back does not turn the core back', () => {
  const h = new House(emptySnapshot())
  h.live()
  h.settle()
  h.member(1)
  const round = h.betting()
  h.until(round.lockAt, 100_00)
  h.at = NOON
  const key = h.key()
  const bet = {
    kind: 'placeBet',
    ...byMember({ siteId: SITE, memberId: 1 }, key),
    tradeRoundId: round.id,
    side: 'B',
  } as const
  expect(h.do({ ...bet, point: 5_000n, salt: SALT }).body).toMatchObject({ code: 'INVESTMENT_TIME_CLOSED' })
})

test('0: each account gets its demo grant once', () => {
  const h = new House(emptySnapshot())
  const first = h.do({ kind: 'openMember', ...bySystem(SITE), memberId: 9, grants: GRANTS })
  expect(h.do({ kind: 'openMember', ...bySystem(SITE), memberId: 9, grants: GRANTS })).toEqual(first)
  expect(first.body).toEqual({
    wallets: [
      { type: 'BINARY', point: '10000000', gameWaitPoint: '0', currency: 'KRW' },
      { type: 'FUTURES', point: '10000', gameWaitPoint: '0', currency: 'USDT' },
    ],
  })
  expect(h.postings.map((row) => row.reason)).toEqual(Array(4).fill('DEMO_GRANT'))
})

const GRANTS = [
  { type: 'BINARY', currency: 'KRW', amount: 10_000_000n },
  { type: 'FUTURES', currency: 'USDT', amount: 1_000_000_000_000n },
] as const

/** The database gives rows in its own order. */
const shuffled = (snapshot: CoreSnapshot): CoreSnapshot => ({
  ...snapshot,
  wallets: snapshot.wallets.toReversed(),
  rounds: snapshot.rounds.toReversed(),
  bets: snapshot.bets.toReversed(),
  options: snapshot.options.toReversed(),
  recentResults: snapshot.recentResults.toReversed(),
})
