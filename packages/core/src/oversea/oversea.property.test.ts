import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { SITE } from '../testing.ts'
import { CLOSE, contract, eur, Floor, gold, NEXT_OPEN } from './testing.ts'

const members = [7, 8, 9]
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const price = (optionId: number, value: number): string =>
  optionId === 1 ? (value / 100_000).toFixed(5) : (value / 100).toFixed(2)

const orders = fc.record({
  kind: fc.constant('order' as const),
  member: fc.constantFrom(...members),
  optionId: fc.constantFrom(1, 3),
  side: fc.constantFrom('LONG' as const, 'SHORT' as const),
  marketType: fc.constantFrom('MARKET' as const, 'LIMIT' as const, 'STOPMARKET' as const, 'STOPLIMIT' as const),
  count: fc.integer({ min: 1, max: 8 }),
  away: fc.integer({ min: -12, max: 12 }),
  isReduceOnly: fc.boolean(),
})
const moves = fc.record({
  kind: fc.constant('move' as const),
  optionId: fc.constantFrom(1, 3),
  ticks: fc.integer({ min: -80, max: 80 }),
  ms: fc.integer({ min: 0, max: 3_000 }),
})
const exits = fc.record({
  kind: fc.constant('exit' as const),
  member: fc.constantFrom(...members),
  optionId: fc.constantFrom(1, 3),
  tpTick: fc.integer({ min: 1, max: 30 }),
  slTick: fc.integer({ min: 1, max: 30 }),
})
const others = fc.record({
  kind: fc.constantFrom(
    'overnight' as const,
    'cancelAll' as const,
    'restart' as const,
    'stale' as const,
    'later' as const,
  ),
  member: fc.constantFrom(...members),
  optionId: fc.constantFrom(1, 3),
})

test('C: whatever members and prices do, money adds up, margins are held, nobody is below zero, and all sessions end clean', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(orders, moves, exits, others), { minLength: 1, maxLength: 40 }), (steps) => {
      const floor = new Floor([contract(), gold()])
      const last = new Map([
        [1, eur(1.1)],
        [3, 200_000],
      ])
      const quote = () => {
        floor.prices(last.get(1)!, last.get(1)! + 10)
        floor.prices(last.get(3)!, last.get(3)! + 10, 'XAUUSD')
      }
      for (const member of members) floor.member(member, 12_000_000n)
      quote()
      for (const step of steps) {
        if (step.kind === 'order') {
          const { member, optionId, side, marketType, count, away, isReduceOnly } = step
          const at = price(optionId, last.get(optionId)! + away * 10)
          const isLimit = marketType === 'LIMIT' || marketType === 'STOPLIMIT'
          const isStop = marketType === 'STOPMARKET' || marketType === 'STOPLIMIT'
          const prices = { price: isLimit ? at : null, triggerPrice: isStop ? at : null }
          floor.order(member, { optionId, side, marketType, count, isReduceOnly, ...prices })
        } else if (step.kind === 'move') {
          floor.pass(step.ms)
          last.set(step.optionId, last.get(step.optionId)! + step.ticks * 10)
          quote()
        } else if (step.kind === 'exit') floor.tpsl(step.member, step.tpTick, step.slTick, step.optionId)
        else if (step.kind === 'overnight') floor.overnight(step.member, true, step.optionId)
        else if (step.kind === 'cancelAll') {
          const key = floor.key()
          floor.do({
            kind: 'cancelOrders',
            ...byMember({ siteId: SITE, memberId: step.member }, key),
            book: 'oversea',
            optionId: null,
          })
        } else if (step.kind === 'restart') {
          floor.restart()
          floor.rate(140_000)
          for (const symbol of floor.symbols) {
            floor.live(symbol)
            floor.trading(symbol)
          }
          quote()
        } else if (step.kind === 'stale') {
          floor.stale('EURUSD')
          floor.pass(1_000)
          floor.live('EURUSD')
        } else floor.pass(2_000)
        check(floor)
      }
      floor.goTo(CLOSE - 6 * MINUTE)
      quote()
      floor.goTo(CLOSE - 5 * MINUTE)
      floor.goTo(CLOSE)
      for (const member of members) {
        expect(floor.openOrders(member).filter(({ qty }) => qty !== null)).toEqual([])
        for (const { row } of floor.ask('oversea.open', { siteId: SITE, memberId: member }).positions) {
          expect(row).toMatchObject({ overnight: null, tradingDay: '2026-03-03' })
        }
      }
      for (const symbol of floor.symbols) floor.trading(symbol, { isRest: true })
      floor.goTo(NEXT_OPEN)
      for (const symbol of floor.symbols) floor.trading(symbol, { day: 1 })
      quote()
      check(floor)
      floor.goTo(CLOSE + DAY - 6 * MINUTE)
      quote()
      floor.goTo(CLOSE + DAY - 5 * MINUTE)
      floor.goTo(CLOSE + DAY)
      check(floor)
      for (const member of members) {
        expect(floor.ask('oversea.open', { siteId: SITE, memberId: member }).positions).toEqual([])
        expect(floor.wallet(member).reserved).toBe(0n)
      }
    }),
    { numRuns: 60 },
  )
})

/** Recomputes from rows alone what wallets hold, what is reserved and what positions are. */
function check(floor: Floor): void {
  const sum = new Map<string, bigint>()
  const add = (key: string, amount: bigint) => sum.set(key, (sum.get(key) ?? 0n) + amount)
  for (const { txnId, account, memberId, amount } of floor.postings) {
    add(`txn ${txnId}`, amount)
    if (account === 'MEMBER') add(`member ${memberId}`, amount)
  }
  for (const [key, amount] of sum) if (key.startsWith('txn')) expect(amount).toBe(0n)
  for (const member of members) {
    const { posted, reserved } = floor.wallet(member)
    expect(posted).toBe(sum.get(`member ${member}`) ?? 0n)
    expect(posted).toBeGreaterThanOrEqual(0n)
    let held = 0n
    for (const option of [contract(), gold()]) {
      const unit = (option.margin * 140_000n) / 1_000_000n
      const position = floor.position(member, option.id)
      const qty = position?.qty ?? 0
      const fills = floor.fills.filter((fill) => fill.memberId === member && fill.optionId === option.id)
      expect(fills.reduce((total, fill) => total + (fill.side === 'LONG' ? fill.qty : -fill.qty), 0)).toBe(qty)
      expect(position?.margin ?? 0n).toBe(unit * BigInt(Math.abs(qty)))
      const open = floor.openOrders(member).filter((row) => row.optionId === option.id && row.qty !== null)
      const left = { LONG: 0, SHORT: 0 }
      for (const row of open) if (!row.isReduceOnly) left[row.side] += row.qty! - row.filledQty
      const opening = Math.max(0, left.LONG - Math.max(0, -qty)) + Math.max(0, left.SHORT - Math.max(0, qty))
      const fee = BigInt(opening) * option.fee * 140_000n
      held += unit * BigInt(Math.abs(qty) + opening) + (fee + 999_999n) / 1_000_000n
      expect(Math.abs(qty) + opening).toBeLessThanOrEqual(Math.max(option.maxCount, Math.abs(qty)))
    }
    expect(reserved).toBe(held)
  }
}
