import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bySystem } from '../envelope.ts'
import { usdt } from '../futures/testing.ts'
import { codeOf, SITE } from '../testing.ts'
import type { CopyShareRow, Minor } from '../types.ts'
import { CopyDesk, TRADER } from './testing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A trader of 10 %, at noon; fills cost nothing. */
class ShareDesk extends CopyDesk {
  constructor() {
    super(undefined, {}, { makerPpm: 0, takerPpm: 0 })
  }

  /** A lot of a tenth that is closed with so many USDT of result. */
  result(amount: number): void {
    this.mark(60_000)
    const { id } = this.lead('LONG', '0.1', 60_000)
    this.close(TRADER, id, 100, 60_000 + amount * 10)
  }

  shares(): CopyShareRow[] {
    return this.calls.flatMap(({ rows }) => rows.copyShares)
  }

  payable(): Minor {
    return (
      this.core.snapshot().house.find(({ account, sub }) => account === 'TRADER_PAYABLE' && sub === String(TRADER))
        ?.balance ?? 0n
    )
  }

  reserved(memberId: number): Minor {
    return this.money(memberId).reserved
  }

  /** The clocks go on, and what is due is done. */
  pass(ms: number): void {
    this.later(ms)
    this.settle()
  }

  day(): number {
    return this.core.snapshot().copyPayouts.at(-1)!.day
  }
}

test('C32: a share is set aside as its profit is freed, and given back with losses', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.result(68)
  expect(h.reserved(2)).toBe(usdt(6.8))
  h.result(-50)
  expect(h.reserved(2)).toBe(usdt(1.8))
  h.restart()
  h.live()
  h.flat(60_000)
  expect(h.reserved(2)).toBe(usdt(1.8))
  h.result(-18)
  expect([h.reserved(2), h.shares()]).toEqual([0n, []])
})

test('C32: what is set aside does not stand in the way of a takeover that insurance pays', () => {
  const h = new ShareDesk()
  h.follower(2, { multiplyPer: 110, oneMaxBet: usdt(660) }, usdt(661))
  h.result(68)
  h.follow(2, { multiplyPer: 121, oneMaxBet: usdt(720) })
  h.mark(60_000)
  h.lead('LONG', '0.1', 60_000)
  const [copy] = h.lotsOf(2)
  expect([copy!.margin, h.reserved(2)]).toEqual([usdt(720), usdt(727.48)])
  h.flat(50_000)
  h.mark(50_000)
  expect([h.lotsOf(2), h.posted(2), h.reserved(2)]).toEqual([[], usdt(15.8), 0n])
  expect(h.core.snapshot().copyPairs[0]!.net).toBe(usdt(74.8 - 720))
})

test('C31: the worked days: losses are carried forward, an open loss counts against the base', () => {
  const h = new ShareDesk()
  h.follower(2)
  const days: (number | null)[] = []
  const pass = () => {
    const before = h.shares().length
    h.pass(DAY)
    const share = h.shares()[before]
    days.push(share ? Number(share.amount) / 1e8 : null)
  }
  h.result(68)
  pass()
  h.result(-50)
  pass()
  h.result(40)
  pass()
  h.result(30)
  h.mark(60_000)
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.mark(59_950)
  pass()
  expect([h.reserved(2) - h.lotsOf(2)[0]!.margin, h.shares().at(-1)]).toMatchObject([
    usdt(0.5),
    { net: usdt(88), openLoss: usdt(-5), hwmBefore: usdt(68), hwmAfter: usdt(83), ratePpm: 100_000, state: 'HELD' },
  ])
  h.close(TRADER, id, 100, 59_949)
  pass()
  expect(days).toEqual([6.8, null, null, 1.5, null])
  expect(h.reserved(2)).toBe(0n)
})

test('C33: what followers set aside is their trader’s after seven days, to the last unit', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.follower(3, { multiplyPer: 33 })
  h.follower(4, { multiplyPer: 217 })
  h.result(68)
  const before = [TRADER, 2, 3, 4].map((id) => h.posted(id))
  h.pass(12 * HOUR)
  const sum = h.shares().reduce((total, { amount }) => total + amount, 0n)
  expect([h.shares().length, h.payable()]).toEqual([3, sum])
  expect([2, 3, 4].reduce((total, id, nth) => total + before[nth + 1]! - h.posted(id), 0n)).toBe(sum)
  h.restart()
  h.pass(7 * DAY - 1)
  expect(h.posted(TRADER)).toBe(before[0])
  h.pass(1)
  expect([h.posted(TRADER) - before[0]!, h.payable()]).toEqual([sum, 0n])
  expect(h.core.snapshot()).toMatchObject({ copyPayouts: [], copyShares: [] })
  expect(h.calls.flatMap(({ rows }) => rows.dnw).at(-1)).toMatchObject({
    memberId: TRADER,
    type: 'C',
    status: 'COMPLETED',
    reason: 'TRADER_SHARE',
    point: sum,
  })
})

test('C33: a trader who is locked out is paid nothing until staff let it go', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.result(68)
  h.pass(12 * HOUR)
  const day = h.day()
  const hold = (isHeld: boolean) => codeOf(h.do({ kind: 'holdPayout', ...h.two(), traderId: TRADER, day, isHeld }))
  const setStatus = (status: 'ACTIVE' | 'DENY') =>
    h.do({ kind: 'setMemberStatus', ...bySystem(SITE), memberId: TRADER, status })
  setStatus('DENY')
  h.pass(7 * DAY)
  expect([h.core.snapshot().copyPayouts[0]!.heldBy, h.payable(), hold(false)]).toEqual([0, usdt(6.8), 'ACCOUNT_DENIED'])
  setStatus('ACTIVE')
  expect([hold(true), hold(false), h.payable()]).toEqual(['STALE_VERSION', 200, 0n])
})

test('C33: two persons return shares of a day that are not paid, to one or to all', () => {
  const h = new ShareDesk()
  for (const id of [2, 3, 4]) h.follower(id)
  h.result(68)
  h.pass(12 * HOUR)
  const day = h.day()
  const reverse = (followerId: number | null, by = h.two()) =>
    codeOf(h.do({ kind: 'reverseShares', ...by, key: h.key(), traderId: TRADER, day, followerId }))
  const { approval: _, ...alone } = h.two()
  expect(reverse(2, alone as ReturnType<typeof h.two>)).toBe('PERMISSION_DENIED')
  expect([reverse(2), h.payable(), h.posted(2)]).toEqual([200, usdt(13.6), usdt(10_068)])
  expect(reverse(2)).toBe('HISTORY_NOT_FOUND')
  expect([reverse(null), h.payable()]).toEqual([200, 0n])
  h.pass(7 * DAY)
  expect([2, 3, 4].map((id) => h.posted(id))).toEqual(Array(3).fill(usdt(10_068)))
  expect(h.core.snapshot().copyPayouts).toEqual([])
  // What was returned is not shared again.
  expect(h.shares().filter(({ state }) => state === 'HELD')).toHaveLength(3)
})

test('C33: what is set aside after a payout of the same day is another one', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.follower(3)
  h.result(68)
  h.pass(12 * HOUR)
  const day = h.day()
  h.do({ kind: 'reverseShares', ...h.two(), traderId: TRADER, day, followerId: null })
  const follow = h.core.snapshot().copyFollows.find(({ memberId }) => memberId === 2)!
  h.result(10)
  h.unfollow(2, follow.id)
  h.follow(2)
  expect(h.core.snapshot().copyPayouts).toMatchObject([{ day, amount: usdt(1) }])
  const ids = h.calls.flatMap(({ rows }) => rows.copyPayouts).map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  h.pass(7 * DAY)
  expect(h.payable()).toBe(usdt(1))
})

test('C34: midnight is settled before the next change, and a downtime over several once', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.result(68)
  h.at += 12 * HOUR
  h.live()
  h.do({ kind: 'setLeverage', ...h.by(2), optionId: 1, leverage: 3 })
  expect(h.shares().map(({ amount, net }) => [amount, net])).toEqual([[usdt(6.8), usdt(68)]])
  h.result(10)
  h.restart(3 * DAY)
  h.settle()
  expect(h.shares().map(({ amount }) => amount)).toEqual([usdt(6.8), usdt(1)])
})

test('C34: who has a copy whose mark a start does not know is settled with its first mark', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.result(68)
  h.mark(60_000)
  h.lead('LONG', '0.1', 60_000)
  h.restart(DAY)
  h.settle()
  expect(h.shares()).toEqual([])
  h.live()
  h.mark(59_900)
  expect(h.shares()).toMatchObject([{ amount: usdt(5.8), openLoss: usdt(-10) }])
})

test('C35: a raise holds for who follows from then on, a cut at once for all', () => {
  const h = new ShareDesk()
  const first = h.follower(2)
  h.result(10)
  const share = (sharePpm: number) => h.do({ kind: 'setTrader', ...h.by(TRADER), sharePpm })
  share(200_000)
  h.follower(3)
  h.result(10)
  expect([h.reserved(2), h.reserved(3)]).toEqual([usdt(2), usdt(2)])
  h.unfollow(2, first)
  expect(codeOf(h.follow(2))).toBe(200)
  // What was his at 10 % is settled; from now on it is 20 %.
  expect(h.shares().map(({ amount, ratePpm }) => [amount, ratePpm])).toEqual([[usdt(2), 100_000]])
  h.result(10)
  share(50_000)
  expect([h.reserved(2), h.reserved(3)]).toEqual([usdt(0.5), usdt(1)])
})

test('C36: what became of a copy after its follow ended counts too', () => {
  const h = new ShareDesk()
  const follow = h.follower(2)
  h.mark(60_000)
  h.lead('LONG', '0.1', 60_000)
  h.unfollow(2, follow)
  h.close(2, h.lotsOf(2)[0]!.lot, 100, 60_100)
  expect(h.reserved(2)).toBe(usdt(1))
})

test('C37: a share that is taken counts as a loss for limits', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.result(68)
  h.do({
    kind: 'setLimits',
    ...h.by(2),
    limits: [{ kind: 'LOSS', window: '24h', currency: 'USDT', amount: usdt(100) }],
  })
  h.pass(12 * HOUR)
  expect(h.core.snapshot().recentResults.map(({ profit }) => profit)).toContain(usdt(-6.8))
})

test('C38: shares that are held go back where the two are found to belong together', () => {
  const h = new ShareDesk()
  h.follower(2)
  h.result(68)
  h.pass(12 * HOUR)
  h.do({ kind: 'linkMembers', ...h.two(), memberId: 2, otherId: TRADER, as: 'JOIN' })
  expect([h.payable(), h.posted(2), h.reserved(2)]).toEqual([0n, usdt(10_068), 0n])
})

/** High-water marks by the plainest reading: what was shared at most, and what is the trader's of it. */
function plain(results: readonly number[]): bigint {
  let net = 0
  let highest = 0
  let sum = 0n
  for (const result of results) {
    net += result
    if (net <= highest) continue
    sum += (BigInt(net - highest) * 10_000_000n) / 1n
    highest = net
  }
  return sum
}

test('C31: whatever days bring, the trader gets a tenth of the highest that was reached, once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -90, max: 90 }), { minLength: 1, maxLength: 6 }), (results) => {
      const h = new ShareDesk()
      h.follower(2)
      for (const result of results) {
        h.result(result)
        h.pass(DAY)
      }
      expect(
        h
          .shares()
          .filter(({ state }) => state === 'HELD')
          .reduce((sum, { amount }) => sum + amount, 0n),
      ).toBe(plain(results))
    }),
    { numRuns: 15 },
  )
})
