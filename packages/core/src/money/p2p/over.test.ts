import type { P2pOrder } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Reply } from '../../types.ts'
import { DAY, HOUR } from '../testing.ts'
import { float, Market } from './testing.ts'
import type { P2pCallStep } from './types.ts'

const MINUTE = 60_000
const idOf = ({ body }: Reply): number => (body as P2pOrder).id
const held = 100_00000000n

/** The worker is about to tell the merchant of a step, with the version that the call was written with. */
function sending(market: Market, id: number, step: P2pCallStep): Reply {
  const call = market.calls
    .flatMap(({ rows }) => rows.outgoing)
    .findLast((row) => row.id.startsWith(`p2p-${id}-${step}`))
  const { version } = call!.payload as { version: number }
  const closed = market.of(id).closedAt === null ? null : market.of(id)
  return market.do({ kind: 'p2pSending', ...bySystem(SITE), orderId: id, closed, step, version })
}

describe('D: a merchant is never asked to pay for an order that is over', () => {
  test.each<[string, (market: Market) => number]>([
    ['a sale that its member took back', (market) => idOf(market.sell())],
    ['a purchase that its member took back', (market) => idOf(market.order())],
  ])('%s', (_what, open) => {
    const market = new Market()
    const id = open(market)
    expect(sending(market, id, 'open').status).toBe(200)
    market.step('p2pCancel', id)
    expect(codeOf(sending(market, id, 'open'))).toBe('STALE_VERSION')
    expect(sending(market, id, 'cancel').status).toBe(200)
  })

  test('nor when its time ran out before the call got through, in memory or long after', () => {
    const market = new Market()
    const id = idOf(market.sell())
    market.pass(5 * MINUTE)
    expect(market.of(id)).toMatchObject({ state: 'CANCELED', escrow: 0n })
    expect(codeOf(sending(market, id, 'open'))).toBe('STALE_VERSION')
    market.pass(DAY)
    market.restart()
    expect(codeOf(sending(market, id, 'open'))).toBe('STALE_VERSION')
    expect(sending(market, id, 'cancel').status).toBe(200)
  })

  test('and a step that the order has left behind is not told any more', () => {
    const market = new Market()
    const id = market.taken()
    expect(codeOf(sending(market, id, 'open'))).toBe('STALE_VERSION')
    market.paid(id)
    expect(sending(market, id, 'paid').status).toBe(200)
    market.argue(id)
    expect([codeOf(sending(market, id, 'paid')), sending(market, id, 'dispute').status]).toEqual(['STALE_VERSION', 200])
    market.argue(id)
    expect(sending(market, id, 'dispute').status).toBe(200)
    market.decide(id, 'RETURN')
    expect(codeOf(sending(market, id, 'dispute'))).toBe('STALE_VERSION')
    const of = { ...bySystem(SITE), orderId: id + 1, closed: null, step: 'open', version: 1 } as const
    expect(codeOf(market.do({ kind: 'p2pSending', ...of }))).toBe('ORDER_NOT_FOUND')
  })

  test('a merchant who took it while it ended hears of the end again, once', () => {
    const market = new Market()
    const id = idOf(market.sell())
    market.step('p2pCancel', id)
    market.answer(id)
    market.answer(id, false)
    const calls = market.calledFor(id)
    expect(calls.filter((name) => name.includes('-cancel-'))).toHaveLength(2)
    expect(new Set(calls).size).toBe(calls.length)
    expect(market.of(id).state).toBe('CANCELED')
  })

  test('a sale of a frozen member waits, and ends by its time', () => {
    const market = new Market()
    const id = idOf(market.sell())
    const frozen = { ...market.byTwo(), memberId: 8, isFrozen: true }
    market.do({ kind: 'freezeWithdrawals', ...frozen })
    expect(codeOf(sending(market, id, 'open'))).toBe('WITHDRAW_FROZEN')
    market.pass(5 * MINUTE)
    expect([market.of(id).state, market.has]).toEqual(['CANCELED', 1_000_00000000n])
  })
})

describe('D: a purchase that is cancelled in its last 10 minutes counts as unpaid', () => {
  test('three of them bar their member; one a moment earlier does not count', () => {
    const market = new Market()
    for (let one = 0; one < 3; one++) {
      const early = market.taken()
      market.pass(5 * MINUTE - 1)
      market.step('p2pCancel', early)
    }
    for (let one = 0; one < 3; one++) {
      const late = market.taken()
      market.pass(5 * MINUTE)
      expect(market.step('p2pCancel', late).status).toBe(200)
      expect(market.of(late)).toMatchObject({ state: 'CANCELED', escrow: 0n })
    }
    expect(codeOf(market.order())).toBe('P2P_BLOCKED')
    market.restart()
    expect(codeOf(market.order())).toBe('P2P_BLOCKED')
    market.pass(DAY)
    expect(market.order().status).toBe(200)
  })

  test('an order that its merchant has not taken, and a sale, do not', () => {
    const market = new Market()
    market.configureMoney({ p2pAskMs: 30 * MINUTE })
    for (const open of [() => market.order(), () => market.sell()]) {
      const id = idOf(open())
      market.pass(6 * MINUTE)
      market.step('p2pCancel', id)
    }
    expect(market.core.snapshot().p2pMembers).toEqual([])
  })
})

describe('D: disputes over orders that are over lock nothing unless money moved', () => {
  /** A purchase that its member cancelled. */
  const cancelled = (market: Market): number => {
    const id = market.taken()
    market.step('p2pCancel', id)
    return id
  }

  test('words alone bind no coins; a picture of the transfer does, at once or later', () => {
    const market = new Market()
    const id = cancelled(market)
    expect(market.argue(id, '보냈습니다', []).status).toBe(200)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escrow: 0n })
    expect(market.float()).toBe(float)
    const { rev } = market.of(id)
    expect(market.argue(id, '이체 확인증입니다').status).toBe(200)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escrow: held, rev: rev + 1 })
    expect([market.float(), market.escrow()]).toEqual([float - held, held])
    market.argue(id, '하나 더')
    expect(market.escrow()).toBe(held)
    market.decide(id, 'RETURN')
    expect([market.float(), market.escrow()]).toEqual([float, 0n])
  })

  test('"paid" after the time is over is a dispute that binds nothing', () => {
    const market = new Market()
    const id = market.taken()
    market.pass(15 * MINUTE)
    market.paid(id)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escrow: 0n })
    expect(market.float()).toBe(float)
  })

  test.each(['PAID', 'RELEASED'] as const)(
    'the word of the merchant’s bank (%s) is proof, before and in the dispute',
    (state) => {
      const before = new Market()
      const id = cancelled(before)
      before.tell(state, id)
      expect(before.of(id)).toMatchObject({ state: 'DISPUTED', escrow: held })
      const later = new Market()
      const other = cancelled(later)
      later.argue(other, '보냈습니다', [])
      later.tell('PAID', other, { amount: 1n })
      expect(later.of(other)).toMatchObject({ state: 'DISPUTED', escrow: 0n })
      later.tell('PAID', other)
      expect(later.of(other)).toMatchObject({ state: 'DISPUTED', escrow: held })
      const { rev } = later.of(other)
      later.tell('PAID', other)
      expect(later.of(other).rev).toBe(rev)
    },
  )

  test('a merchant who disputes without having been paid binds nothing either', () => {
    const market = new Market()
    const id = cancelled(market)
    market.tell('DISPUTED', id)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escrow: 0n })
  })

  test('one member binds a merchant’s coins with one order at a time', () => {
    const market = new Market()
    const orders = [cancelled(market), cancelled(market), cancelled(market)]
    const other = market.taken(market.order({ merchantId: 2 }))
    market.step('p2pCancel', other)
    const open = market.taken()
    market.argue(orders[0]!)
    expect([market.of(orders[0]!).escrow, market.escrow()]).toEqual([0n, held])
    market.step('p2pCancel', open)
    market.argue(orders[1]!)
    market.argue(orders[2]!)
    expect(orders.map((id) => market.of(id).escrow)).toEqual([0n, held, 0n])
    expect(market.float()).toBe(float - held)
    market.argue(other)
    expect(market.of(other).escrow).toBe(market.of(other).point)
    market.decide(orders[1]!, 'RETURN')
    market.argue(orders[2]!)
    expect(market.of(orders[2]!).escrow).toBe(held)
  })

  test('nobody disputes an order that no merchant had taken', () => {
    const market = new Market()
    const id = idOf(market.order())
    market.step('p2pCancel', id)
    expect(codeOf(market.argue(id))).toBe('P2P_EXPIRED')
    expect(market.of(id).state).toBe('CANCELED')
  })
})

describe('D: a dispute that nobody decided for 72 hours goes to others', () => {
  test('once, and for a dispute that came later from its own beginning', () => {
    const market = new Market()
    const id = market.taken()
    market.paid(id)
    market.argue(id)
    const { rev } = market.of(id)
    market.pass(72 * HOUR - 1)
    expect(market.of(id)).toMatchObject({ escalatedAt: null, rev })
    market.pass(1)
    expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escalatedAt: market.wall, escrow: held, rev: rev + 1 })
    expect(codeOf(market.decide(id, 'RETURN', { version: rev }))).toBe('STALE_VERSION')
    market.restart()
    market.pass(72 * HOUR)
    expect(market.of(id).rev).toBe(rev + 1)
    market.decide(id, 'RETURN')
    expect(market.of(id)).toMatchObject({ state: 'CANCELED', escalatedAt: null })
    market.argue(id)
    const again = market.wall
    market.pass(72 * HOUR)
    expect(market.of(id)).toMatchObject({ escalatedAt: again + 72 * HOUR })
  })

  test('over a restart, and not one that was decided and opened again meanwhile', () => {
    const market = new Market()
    const id = market.taken()
    market.paid(id)
    market.argue(id)
    market.pass(71 * HOUR)
    market.decide(id, 'RETURN')
    market.argue(id)
    market.pass(2 * HOUR)
    expect(market.of(id).escalatedAt).toBe(null)
    market.restart()
    market.pass(70 * HOUR)
    expect(market.of(id).escalatedAt).toBe(market.wall)
  })
})
