import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usdt } from '../futures/testing.ts'
import { CopyDesk, TRADER } from './testing.ts'

const FOLLOWERS = [2, 3, 4, 5, 6]

/** What may happen: the trader fills or closes, a follower touches his account, or leaves; and in between some work, or a crash. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('lead' as const), qty: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('close' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('touch' as const), who: fc.constantFrom(...FOLLOWERS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), who: fc.constantFrom(...FOLLOWERS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('exit' as const), who: fc.constantFrom(...FOLLOWERS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lower' as const), who: fc.constantFrom(...FOLLOWERS) }) },
)
const pause = fc.record({ rows: fc.integer({ min: 0, max: 12 }), isCrash: fc.boolean() })
const step = fc.record({ what: happening, pause })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Plays what happens; `isAtOnce`: all copies are made in the turn of the fill. */
function play(steps: readonly Step[], isAtOnce: boolean): unknown {
  const h = new CopyDesk(usdt(50_000))
  const follows = new Map<number, number>()
  for (const [index, who] of FOLLOWERS.entries()) {
    const bounds = {
      multiplyPer: 40 + 60 * index,
      maxLeverage: index === 2 ? 3 : null,
      oneMaxBet: usdt(who === 4 ? 200 : 1_000),
    }
    follows.set(who, h.follower(who, bounds, usdt(who === 4 ? 300 : 5_000)))
  }
  for (const { what, pause: after } of steps) {
    h.at += 1_000
    if (what.kind === 'lead') {
      h.place(TRADER, { side: 'LONG', qty: String(what.qty / 1_000), leverage: 10 })
      h.at += 150
      h.show(60_000)
    } else if (what.kind === 'close') {
      const lot = h.lotsOf(TRADER)[0]?.lot
      if (lot !== undefined) h.sendNow(TRADER, lot, what.percent)
      h.at += 150
      h.show(60_000)
    } else if (what.kind === 'touch') h.touch(what.who)
    else if (what.kind === 'leave') h.unfollow(what.who, follows.get(what.who)!)
    else if (what.kind === 'lower') h.follow(what.who, { multiplyPer: 20, oneMaxBet: usdt(200) })
    else {
      h.touch(what.who)
      const lot = h.lotsOf(what.who)[0]?.lot
      if (lot !== undefined) h.sendNow(what.who, lot)
      h.at += 150
      h.show(60_000)
    }
    // What is too late would be left out.
    const isOld = h.core.snapshot().copyFanOuts.some((fanOut) => fanOut.at < h.at - 3_000)
    if (isAtOnce || isOld) h.settle()
    else {
      // A start looks at every position; with few of them it is done with its first mark.
      if (after.isCrash && h.core.snapshot().positions.length <= 12) {
        h.restart()
        h.live()
        h.remark(60_000)
      }
      if (after.rows > 0) h.step(after.rows)
    }
  }
  h.settle()
  return [TRADER, ...FOLLOWERS].map((who) => [
    h.posted(who),
    h.money(who).reserved,
    h
      .lotsOf(who)
      .map(({ qty, entryQuote, margin, leverage, owedClose }) => [qty, entryQuote, margin, leverage, owedClose]),
  ])
}

test('C9: whatever comes between a fill and its copies, the outcome is that of making them all in its turn', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), (steps) => {
      expect(play(steps, false)).toEqual(play(steps, true))
    }),
    { numRuns: 60 },
  )
})
