import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { parseMinor } from '../money.ts'
import { SITE } from '../testing.ts'
import type { Minor } from '../types.ts'
import { at, Desk, usdt } from './testing.ts'

const HOUR = 3_600_000

/** A desk whose perpetual is funded at `due`. */
class FundingDesk extends Desk {
  due = 0

  open(memberId: number, side: 'LONG' | 'SHORT', qty: string, amount = usdt(10_000)): void {
    this.trader(memberId, amount)
    this.order(memberId, { side, qty })
    this.at += 150
    this.show()
    this.at += 2_000
  }

  show(price = 60_000): void {
    this.book([[price, 10_000]], [[price, 10_000]])
    this.mark(price, { rate: 10_000, at: this.due })
  }

  /** The time of the funding comes, with a mark right before it. */
  reach(price = 60_000, rate = 10_000): void {
    this.at = this.due - 1
    this.mark(price, { rate, at: this.due })
    this.at = this.due
    this.settle()
  }

  /** Whom a funding that is void was told to. */
  told(): unknown[] {
    const calls = this.calls.flatMap(({ rows }) => rows.outgoing)
    return calls.flatMap(({ payload }) => (payload['about'] === 'FUNDING_VOID' ? [payload['memberId']] : []))
  }

  paid(memberId: number): Minor {
    return this.postings
      .filter((row) => row.reason === 'FUTURES_FUNDING' && row.memberId === memberId)
      .reduce((sum, row) => sum + row.amount, 0n)
  }
}

function desk(): FundingDesk {
  const h = new FundingDesk()
  h.due = h.at + HOUR
  h.show()
  return h
}

test('B: at the funding time a long pays qty × mark × rate, and a short of the same size receives it', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.open(2, 'SHORT', '0.1')
  h.at = h.due - 1
  h.show(61_000)
  expect(h.paid(1)).toBe(0n)
  h.at = h.due
  h.settle()
  expect([h.paid(1), h.paid(2)]).toEqual([usdt(-0.61), usdt(0.61)])
  expect(h.position(1)).toMatchObject({ fundingFee: usdt(-0.61), margin: usdt(599.39) })
  expect(h.position(2)).toMatchObject({ fundingFee: usdt(0.61), margin: usdt(600.61) })
  expect(h.money(1)).toMatchObject({ posted: usdt(10_000 - 2.4 - 0.61), reserved: usdt(599.39) })
  expect(h.events('POSITION_UPDATE').slice(-2)).toHaveLength(2)
  const legs = h.postings.filter(({ reason }) => reason === 'FUTURES_FUNDING')
  expect(new Set(legs.map(({ account }) => account))).toEqual(new Set(['MEMBER', 'FUNDING']))
})

test('B: the rate and mark are the last before the time, whatever the mark that comes after it says', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.at = h.due - 60_000
  h.show()
  h.at = h.due + 20
  h.mark(70_000, { rate: 90_000, at: h.due + 8 * HOUR })
  expect(h.paid(1)).toBe(usdt(-0.6))
})

test("B: a venue's clock that runs ahead brings its funding with the first mark of the time", () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.at = h.due - 30
  const late = { kind: 'mark', instrument: 'BTCUSDT', sourceTs: h.due + 1, price: at(60_000) } as const
  h.venueUpdate({ ...late, fundingRate: 10_000, nextFundingTime: h.due + 8 * HOUR })
  expect(h.paid(1)).toBe(usdt(-0.6))
  h.at = h.due + 10
  h.settle()
  expect(h.paid(1)).toBe(usdt(-0.6))
})

test('B: an old announcement does not fund a second time', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.at = h.due + 5
  h.show()
  h.show()
  h.settle()
  expect(h.paid(1)).toBe(usdt(-0.6))
})

test('B: who opened less than 60 s before the funding pays but does not receive', () => {
  const h = desk()
  h.at = h.due - 59_000
  h.show()
  h.open(1, 'LONG', '0.1')
  h.open(2, 'SHORT', '0.1')
  h.at = h.due
  h.settle()
  expect([h.paid(1), h.paid(2)]).toEqual([usdt(-0.6), 0n])
})

test('B: 60 s before the funding is early enough', () => {
  const h = desk()
  h.trader(2)
  h.at = h.due - 60_150
  h.show()
  h.order(2, { side: 'SHORT', qty: '0.1' })
  h.at = h.due - 60_000
  h.show()
  // All of it is as old as the position.
  expect(h.position(2)!.growth).toBeNull()
  h.at = h.due
  h.settle()
  expect(h.paid(2)).toBe(usdt(0.6))
})

test('B: live rates are not clamped', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.reach(60_000, 4_000_000) // 4 %
  expect(h.paid(1)).toBe(usdt(-240))
})

test('B: a funding beyond the margin takes the margin, insurance pays the rest, and the position is liquidated', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.reach(60_000, 11_000_000) // 11 % of 6,000 against a margin of 600
  expect(h.position(1)).toBeUndefined()
  expect(h.money(1).posted).toBe(usdt(10_000 - 2.4 - 600))
})

test('B: CROSS pays from playerPoint', () => {
  const h = desk()
  h.trader(1)
  h.do({ kind: 'setMarginType', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, marginType: 'CROSS' })
  h.order(1, { side: 'LONG', qty: '0.1' })
  h.at += 150
  h.show()
  h.reach()
  expect(h.money(1)).toMatchObject({ posted: usdt(10_000 - 2.4 - 0.6), reserved: usdt(600) })
})

test('B: a position that was closed before the time owes nothing, one that is touched after it owes first', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  h.at += 150
  h.show()
  h.open(2, 'LONG', '0.1')
  h.at = h.due - 1
  h.show()
  h.at = h.due
  h.place(2, { side: 'LONG', qty: '0.1' })
  h.settle()
  expect([h.paid(1), h.paid(2)]).toEqual([0n, usdt(-0.6)])
})

test('a funding of many positions goes in chunks, across a restart too, each paid once', () => {
  const h = desk()
  const members = Array.from({ length: 230 }, (_, index) => index + 10)
  for (const member of members) {
    h.trader(member)
    h.place(member, { side: 'LONG', qty: '0.1' })
  }
  h.at += 150
  h.show()
  h.at = h.due
  const mark = { kind: 'mark', instrument: 'BTCUSDT', sourceTs: h.at, price: at(60_000) } as const
  h.venueUpdate({ ...mark, fundingRate: 10_000, nextFundingTime: h.due + 8 * HOUR })
  const first = members.filter((member) => h.paid(member) !== 0n).length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(230)
  h.restart()
  h.settle()
  expect(members.map((member) => h.paid(member))).toEqual(members.map(() => usdt(-0.6)))
})

test('margin that a funding has yet to take cannot be taken out before it', () => {
  const h = desk()
  for (let member = 10; member < 60; member++) {
    h.trader(member)
    h.place(member, { side: 'LONG', qty: '0.1' })
  }
  h.at += 150
  h.show()
  h.open(1, 'LONG', '0.1')
  const change = (type: 'ADD' | 'REMOVE', amount: string) =>
    h.do({
      kind: 'changeMargin',
      ...byMember({ siteId: SITE, memberId: 1 }, h.key()),
      positionId: h.position(1)!.id,
      type,
      amount,
    })
  expect(change('ADD', '100').status).toBe(200)
  h.mark(60_000, { rate: 1_000_000, at: h.due })
  h.at = h.due
  const mark = { kind: 'mark', instrument: 'BTCUSDT', sourceTs: h.at, price: at(60_000) } as const
  h.venueUpdate({ ...mark, fundingRate: 10_000, nextFundingTime: h.due + 8 * HOUR })
  expect(h.paid(1)).toBe(0n)
  expect(change('REMOVE', '100').body).toMatchObject({ code: 'ISOLATED_MARGIN_INSUFFICIENT' })
  expect(change('REMOVE', '40').status).toBe(200) // 600 + 100 − 1 % of 6,000, less 600
  h.settle()
  expect(h.paid(1)).toBe(usdt(-60))
  expect(h.position(1)).toMatchObject({ margin: usdt(600), fundingFee: usdt(-60) })
})

test('fundings of a downtime are made up for by their rates and marks, told before the feed is live; nobody is judged by them', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.restart(9 * HOUR)
  h.mark(50_000, { rate: 10_000, at: h.due })
  h.mark(55_000, { rate: -20_000, at: h.due + 8 * HOUR })
  h.settle()
  h.live()
  h.due += 16 * HOUR
  h.show()
  expect(h.position(1)).toBeDefined()
  expect(h.paid(1)).toBe(usdt(0.6))
  h.show()
  expect(h.paid(1)).toBe(usdt(0.6))
})

test('fundings that the venue made in a downtime are taken once, at the rates and marks of their times, and only before the first mark', () => {
  const h = desk()
  const tell = (fundingTime: number, rate: number, price: number) => {
    h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime, rate, price: at(price), at: h.at })
    h.settle()
  }
  const first = h.due
  h.open(1, 'LONG', '0.1')
  h.reach()
  expect(h.paid(1)).toBe(usdt(-0.6))
  h.due = first + 8 * HOUR
  h.show()
  h.open(2, 'SHORT', '0.1')
  h.restart(17 * HOUR)
  tell(first - 8 * HOUR, 10_000, 60_000) // before anybody was there
  tell(first + 4, 10_000, 60_000) // known, though by another millisecond
  tell(first + 8 * HOUR + 4, 20_000, 50_000)
  tell(first + 8 * HOUR + 4, 20_000, 50_000)
  tell(h.at + HOUR, 20_000, 50_000) // not yet
  expect([h.paid(1), h.paid(2)]).toEqual([usdt(-1.6), usdt(1)])
  h.live()
  h.due = h.at + HOUR
  h.show()
  tell(first + 16 * HOUR, 20_000, 50_000) // too late: he may have traded since
  expect([h.paid(1), h.paid(2)]).toEqual([usdt(-1.6), usdt(1)])
})

test('B: who opened in the very moment of a funding of a downtime pays, who opened after it does not', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  const fundingTime = h.position(1)!.openedAt
  h.open(2, 'LONG', '0.1')
  h.restart(HOUR)
  h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime, rate: 10_000, price: at(60_000), at: h.at })
  h.settle()
  expect([h.paid(1), h.paid(2)]).toEqual([usdt(-0.6), 0n])
})

test('a house that starts for the first time takes no funding of before it', () => {
  const h = new FundingDesk()
  const before = { kind: 'funding', instrument: 'BTCUSDT', fundingTime: h.at - HOUR, rate: 10_000 } as const
  h.signal({ ...before, price: at(60_000), at: h.at })
  expect(h.core.snapshot().fundings).toEqual([])
})

test('a position is funded before it is judged, at the same mark', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.at = h.due - 1
  h.book([[54_230, 10_000]], [[54_230, 10_000]])
  h.mark(54_217, { rate: 10_000, at: h.due }) // holds: it is liquidated from 54,216.8
  expect(h.position(1)).toBeDefined()
  h.at = h.due
  h.settle()
  // 599.46 left: liquidated from 54,222.3
  expect(h.position(1)).toBeUndefined()
  expect(h.paid(1)).toBe(usdt(-0.54217))
})

test('B: what a position grew by less than 60 s before the funding pays but does not receive; a restart knows it', () => {
  for (const isRestarted of [false, true]) {
    const h = desk()
    h.open(1, 'LONG', '0.1')
    h.open(2, 'SHORT', '0.3')
    h.open(3, 'SHORT', '0.1')
    h.at = h.due - 59_900
    h.show()
    h.open(1, 'LONG', '0.1')
    h.open(2, 'SHORT', '0.2')
    // What was there for longer goes last: 0.2 of 0.3 were held throughout.
    h.order(2, { side: 'LONG', qty: '0.3', isReduceOnly: true })
    h.at += 150
    h.show()
    if (isRestarted) h.restart(100)
    h.at = h.due
    h.show()
    h.settle()
    expect([h.paid(1), h.paid(2), h.paid(3)]).toEqual([usdt(-1.2), usdt(1.2), usdt(0.6)])
  }
})

test('B: what a position grew by counts as new for a minute, whatever its member traded since', () => {
  const h = desk()
  h.open(2, 'SHORT', '0.3')
  h.at = h.due - 50_000
  h.show()
  h.open(2, 'SHORT', '0.2')
  h.order(2, { side: 'LONG', qty: '0.1', isReduceOnly: true })
  h.at += 150
  h.show()
  h.at = h.due
  h.settle()
  expect(h.paid(2)).toBe(usdt(1.8))
})

test('B: each part that a position grew by has its own 60 s; what came last goes first', () => {
  const h = desk()
  h.open(2, 'SHORT', '0.1')
  for (const [leadMs, qty] of [
    [90_000, '0.2'],
    [60_000, '0.3'],
    [59_850, '0.4'],
    [20_000, '0.5'],
  ] as const) {
    h.at = h.due - leadMs - 150
    h.show()
    h.order(2, { side: 'SHORT', qty })
    h.at = h.due - leadMs
    h.show()
  }
  h.order(2, { side: 'LONG', qty: '0.6', isReduceOnly: true })
  h.at += 150
  h.show()
  h.at = h.due
  h.settle()
  // 0.3 of 0.9 are younger.
  expect(h.paid(2)).toBe(usdt(3.6))
})

test('B: what a position grew by while its venue announced no funding is new at the next one as well', () => {
  const h = new FundingDesk()
  h.trader(2)
  h.mark(60_000)
  for (const afterMs of [0, 20_000]) {
    h.at += afterMs
    h.book([[60_000, 10_000]], [[60_000, 10_000]])
    h.order(2, { side: 'SHORT', qty: '0.1' })
    h.at += 150
    h.book([[60_000, 10_000]], [[60_000, 10_000]])
  }
  expect(h.position(2)!.growth).toMatchObject([{ qty: 100 }])
  h.due = h.position(2)!.openedAt + 60_000
  h.show()
  h.at = h.due
  h.settle()
  expect(h.paid(2)).toBe(usdt(0.6))
})

test('B: each funding of a downtime has its own 60 s: who opened just before the first receives of the second', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.at = h.due - 30_000
  h.show()
  h.open(2, 'SHORT', '0.1')
  const first = h.due
  const tell = (fundingTime: number, rate: number) => {
    h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime, rate, price: at(60_000), at: h.at })
  }
  h.restart(18 * HOUR)
  tell(first, 10_000)
  tell(first + 8 * HOUR, 20_000)
  tell(first + 16 * HOUR, -30_000)
  h.settle()
  // 0.6, 1.2 and −1.8 by turns.
  expect([h.paid(1), h.paid(2)]).toEqual([0n, usdt(-0.6)])
  expect(h.position(2)).toMatchObject({ fundingFee: usdt(-0.6) })
})

test('a house that stops again before its venue told of a downtime takes its fundings when they are told', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  const first = h.due
  h.restart(HOUR)
  h.settle()
  h.restart(60_000)
  h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime: first, rate: 10_000, price: at(60_000), at: h.at })
  h.settle()
  expect(h.paid(1)).toBe(usdt(-0.6))
})

test('B: what a position grew by just before a funding is known as new however late the venue tells of it, after several starts too', () => {
  const h = desk()
  h.open(2, 'SHORT', '0.3')
  h.at = h.due - 50_000
  h.show()
  h.open(2, 'SHORT', '0.2')
  h.open(2, 'SHORT', '0.4')
  // What came last goes first: 0.3 were held throughout, 0.1 are new.
  h.order(2, { side: 'LONG', qty: '0.5', isReduceOnly: true })
  h.at += 150
  h.show()
  const first = h.due
  const tell = (fundingTime: number) =>
    h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime, rate: 10_000, price: at(60_000), at: h.at })
  h.restart(HOUR)
  h.trader(3)
  h.restart(HOUR)
  tell(first)
  h.settle()
  expect(h.paid(2)).toBe(usdt(1.8))
  // By the next one all of it has been held for long.
  h.restart(7 * HOUR)
  tell(first + 8 * HOUR)
  h.settle()
  expect(h.paid(2)).toBe(usdt(4.2))
})

test('a funding of before a position last changed comes too late: it is void, its holder hears of it, and another start does not bring it back', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  const missed = h.due
  const tell = (fundingTime: number) => {
    h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime, rate: 10_000, price: at(60_000), at: h.at })
    h.settle()
  }
  h.restart(HOUR + 60_000)
  h.live()
  h.due = missed + 8 * HOUR
  h.show()
  h.open(1, 'LONG', '0.1')
  const changedAt = h.at - 2_000
  expect(h.position(1)!.changedAt).toBe(changedAt)
  h.restart(HOUR)
  tell(missed)
  tell(missed)
  expect([h.core.snapshot().fundings[0]!.rate, h.paid(1), h.told()]).toEqual([0, 0n, [1]])
  h.restart(60_000)
  tell(missed)
  expect([h.paid(1), h.told()]).toEqual([0n, [1]])
  tell(changedAt)
  expect(h.paid(1)).toBe(usdt(-1.2))
})

test('a mark that still announces a funding of before a position last changed announces nothing', () => {
  for (const change of [null, 'grows', 'shrinks'] as const) {
    const h = desk()
    h.open(1, 'LONG', '0.2')
    const missed = h.due
    h.restart(HOUR)
    h.live()
    h.due = missed + 8 * HOUR
    h.show()
    if (change !== null) h.open(1, change === 'grows' ? 'LONG' : 'SHORT', '0.1')
    h.restart(60_000)
    h.live()
    h.due = missed
    h.show()
    h.show()
    expect(h.paid(1)).toBe(change === null ? usdt(-1.2) : 0n)
  }
})

test('J 4: a funding that is paid counts as lost, one that is received as won, also after a start', () => {
  const h = desk()
  /** What counts beside what is held back. */
  const used = (memberId: number) => {
    const limits = [{ kind: 'LOSS', window: '24h', currency: 'USDT', amount: usdt(9_000) }] as const
    const reply = h.do({ kind: 'setLimits', ...byMember({ siteId: SITE, memberId }, h.key()), limits })
    const [limit] = (reply.body as { limits: { used: string }[] }).limits
    return parseMinor(limit!.used, 'USDT')! - h.money(memberId).reserved
  }
  h.open(1, 'LONG', '0.1')
  h.open(2, 'SHORT', '0.1')
  h.at = h.due - 1
  h.show(61_000)
  expect([used(1), used(2)]).toEqual([usdt(2.4), usdt(2.4)])
  h.at = h.due
  h.settle()
  expect([used(1), used(2)]).toEqual([usdt(3.01), usdt(1.79)])
  h.restart()
  h.settle()
  expect([used(1), used(2)]).toEqual([usdt(3.01), usdt(1.79)])
})

test('B: a close that is accepted before the funding and executes after it owes; one that executed before it does not', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.open(2, 'LONG', '0.1')
  const close = { side: 'SHORT', qty: '0.1', isReduceOnly: true } as const
  h.at = h.due - 200
  h.order(2, close)
  h.at = h.due - 50
  h.show()
  expect(h.position(2)).toBeUndefined()
  h.order(1, close)
  h.at = h.due + 100
  h.show()
  expect(h.position(1)).toBeUndefined()
  expect([h.paid(1), h.paid(2)]).toEqual([usdt(-0.6), 0n])
})

test('B: who turns from long to short to long within the last minute receives nothing of a funding that pays longs', () => {
  const h = desk()
  const pays = (price = 60_000) => {
    h.book([[price, 10_000]], [[price, 10_000]])
    h.mark(price, { rate: -5_000, at: h.due })
  }
  for (const memberId of [1, 2]) h.open(memberId, 'LONG', '0.1')
  pays()
  h.at = h.due - 30_000
  for (const side of ['SHORT', 'LONG'] as const) {
    h.order(1, { side, qty: '0.2' })
    h.at += 150
    pays()
    h.at += 2_000
  }
  // Half of it closed and bought back ten seconds before: what is new does not receive.
  h.at = h.due - 10_000
  for (const side of ['SHORT', 'LONG'] as const) {
    h.order(2, { side, qty: '0.05' })
    h.at += 150
    pays()
    h.at += 2_000
  }
  h.at = h.due
  h.settle()
  expect([h.position(1)!.qty, h.position(2)!.qty]).toEqual([100, 100])
  expect([h.paid(1), h.paid(2)]).toEqual([0n, usdt(0.15)])
})

test('B: a feed that is stale over the funding time owes it once, at the last mark before', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.at = h.due - 5_000
  h.show(61_000)
  h.stale()
  h.at = h.due + 20_000
  h.settle()
  h.live()
  h.show(50_000)
  h.at += 60_000
  h.show()
  expect(h.paid(1)).toBe(usdt(-0.61))
})

test('B: a funding of a downtime whose mark the venue does not know is void, and who held a position then hears of it', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  const missed = h.due
  h.trader(2)
  h.restart(9 * HOUR)
  const tell = (fundingTime: number, price: number | null) =>
    h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime, rate: 10_000, price, at: h.at })
  tell(missed, null)
  tell(missed + 8 * HOUR, at(50_000))
  h.settle()
  expect([h.paid(1), h.told()]).toEqual([usdt(-0.5), [1]])
})

test('B: a funding whose time no mark is near is void for all who held a position then, and later marks bring it no more', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.open(2, 'SHORT', '0.1')
  const { due } = h
  h.at = due + 60_001
  h.settle()
  expect(h.told()).toEqual([])
  h.show()
  expect(h.told()).toEqual([1, 2])
  h.due = due + 8 * HOUR
  h.show()
  h.restart(60_000)
  h.signal({ kind: 'funding', instrument: 'BTCUSDT', fundingTime: due, rate: 10_000, price: at(60_000), at: h.at })
  h.settle()
  expect([h.paid(1), h.paid(2), h.told()]).toEqual([0n, 0n, [1, 2]])
})

test('B: a funding that finds no fresh mark has the first one within a minute of its time, at the rate announced before', () => {
  const h = desk()
  h.open(1, 'LONG', '0.1')
  h.at = h.due + 60_000
  h.settle()
  expect(h.paid(1)).toBe(0n)
  h.mark(50_000, { rate: 90_000, at: h.due + 8 * HOUR })
  expect([h.paid(1), h.told()]).toEqual([usdt(-0.5), []])
})
