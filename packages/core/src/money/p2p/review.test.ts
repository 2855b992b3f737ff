import type { P2pOrder } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import type { Reply } from '../../types.ts'
import { DAY } from '../testing.ts'
import { float, Market } from './testing.ts'

const MINUTE = 60_000
const idOf = ({ body }: Reply): number => (body as P2pOrder).id
const units = 100_000_000n

/** Member 8 has 100,000 USDT more, and sells what 13,860,000 KRW are worth at 1,386 KRW. */
function large(): { market: Market; id: number; dnwId: number; reply: Reply } {
  const market = new Market()
  market.do({
    kind: 'openMember',
    ...bySystem(SITE),
    memberId: 9,
    grants: [{ type: 'FUTURES', currency: 'USDT', amount: 100_000n * units }],
  })
  const reply = market.order({ side: 'SELL', won: 13_860_000n, accountId: 31, account: '신한은행 ****4821' }, 9)
  const id = idOf(reply)
  return { market, id, dnwId: market.of(id).dnwId, reply }
}
const hasOf = (market: Market, memberId: number): bigint =>
  market.core.snapshot().wallets.find((row) => row.memberId === memberId && row.type === 'FUTURES')!.posted

describe('D: a sale counts as any withdrawal', () => {
  test('in the limit of its day, together with others, and not when nothing left', () => {
    const market = new Market()
    market.configureMoney({ withdrawDayMax: '300000' })
    expect(market.sell(200_000n).status).toBe(200)
    market.step('p2pCancel', idOf({ body: market.ask('p2p.latest', { siteId: SITE, memberId: 8 }) } as Reply))
    const id = market.taken(market.sell(200_000n))
    market.tell('PAID', id)
    market.step('p2pRelease', id)
    expect(codeOf(market.sell(100_001n))).toBe('WITHDRAW_LIMIT_EXCEEDED')
    expect(market.escrow()).toBe(0n)
    expect(market.sell(100_000n).status).toBe(200)
    market.pass(5 * MINUTE)
    market.pass(DAY)
    expect(market.sell(300_000n).status).toBe(200)
  })

  test('one that was paid after its end counts on the day on which it is decided', () => {
    const market = new Market()
    market.configureMoney({ withdrawDayMax: '300000' })
    const id = market.taken(market.sell(200_000n))
    market.pass(15 * MINUTE)
    market.tell('PAID', id)
    market.decide(id, 'RELEASE')
    expect(codeOf(market.sell(100_001n))).toBe('WITHDRAW_LIMIT_EXCEEDED')
  })

  test('in the flag of many withdrawals on one day', () => {
    const market = new Market()
    market.configureMoney({ flagWithdrawals: 2 })
    for (let one = 0; one < 2; one++) market.step('p2pCancel', idOf(market.sell()))
    const id = idOf(market.sell())
    expect(market.row(market.of(id).dnwId).flags).toEqual(['VELOCITY'])
    expect(market.of(id).reviewBy).toBe(market.wall + 30 * MINUTE)
  })
})

describe('D: a large or flagged sale stays OPEN until two persons have approved it', () => {
  test('unsent and without a price; its coins are set aside', () => {
    const { market, id, dnwId, reply } = large()
    expect(reply.body).toMatchObject({ state: 'OPEN', rate: null, reviewBy: market.wall + 30 * MINUTE, isHeld: true })
    expect(market.calledFor(id)).toEqual([])
    expect(market.row(dnwId)).toMatchObject({ type: 'WS', status: 'REQUESTED', rate: null, won: 13_860_000n })
    expect([hasOf(market, 9), market.escrow()]).toEqual([90_000n * units, 10_000n * units])
    market.answer(id)
    expect(market.of(id).state).toBe('OPEN')
    const of = { ...bySystem(SITE), orderId: id, closed: null, step: 'open', version: market.of(id).rev } as const
    expect(codeOf(market.do({ kind: 'p2pSending', ...of }))).toBe('STALE_VERSION')
    market.restart()
    expect(market.ask('p2p.latest', { siteId: SITE, memberId: 9 })).toMatchObject({ id, rate: null })
  })

  test('one below ten million that nothing is odd about is sent at once', () => {
    const market = new Market()
    const id = idOf(market.sell())
    expect(market.of(id).reviewBy).toBe(null)
    expect(market.calledFor(id)).toEqual([`p2p-${id}-open`])
  })

  test('the second yes gives it the price of then, and sends it', () => {
    const { market, id, dnwId } = large()
    expect(market.approve(dnwId, 9).status).toBe(202)
    expect(codeOf(market.approve(dnwId, 9))).toBe('APPROVAL_SELF')
    expect(market.calledFor(id)).toEqual([])
    market.rate = 141_000
    market.price()
    expect(market.approve(dnwId, 10).status).toBe(200)
    expect(market.of(id)).toMatchObject({ state: 'OPEN', rate: 139_590, won: 13_959_000n, reviewBy: null })
    expect(market.of(id).escrow).toBe(10_000n * units)
    expect(market.row(dnwId)).toMatchObject({ status: 'APPROVED', rate: '1395.90' })
    expect(market.calledFor(id)).toEqual([`p2p-${id}-open`])
    market.answer(id)
    market.tell('PAID', id)
    expect(market.of(id).state).toBe('PAID')
    expect(market.step('p2pRelease', id, 9).status).toBe(200)
    expect(market.row(dnwId).status).toBe('COMPLETED')
    expect(market.float()).toBe(float + 10_000n * units)
  })

  test('a merchant has his time from then on', () => {
    const { market, id, dnwId } = large()
    market.pass(20 * MINUTE)
    market.approve(dnwId, 9)
    market.price()
    market.approve(dnwId, 10)
    market.pass(5 * MINUTE - 1)
    expect(market.of(id).state).toBe('OPEN')
    market.pass(1)
    expect(market.of(id)).toMatchObject({ state: 'CANCELED', reason: 'MERCHANT_SILENT' })
    expect(hasOf(market, 9)).toBe(100_000n * units)
  })

  test('30 minutes without it return the coins as a row E, and restore the day', () => {
    const { market, id, dnwId } = large()
    market.approve(dnwId, 9)
    market.pass(30 * MINUTE - 1)
    expect(market.of(id).state).toBe('OPEN')
    market.pass(1)
    expect(market.of(id)).toMatchObject({ state: 'CANCELED', reason: 'UNAPPROVED', escrow: 0n, reviewBy: null })
    expect(market.row(dnwId)).toMatchObject({ status: 'CANCELED', reason: 'UNAPPROVED' })
    expect([...market.rows.values()].find(({ type }) => type === 'E')).toMatchObject({ pairId: dnwId })
    expect([hasOf(market, 9), market.escrow(), market.calledFor(id)]).toEqual([100_000n * units, 0n, []])
    expect(market.ask('money.left', { siteId: SITE, memberId: 9, wall: market.wall })).toMatchObject({
      withdraw: 50_000_000n,
    })
  })

  test('over a restart too', () => {
    const { market, id } = large()
    market.restart(30 * MINUTE)
    market.pass(0)
    expect(market.of(id)).toMatchObject({ state: 'CANCELED', reason: 'UNAPPROVED' })
  })

  test('its member may take it back, and the desk refuse it', () => {
    const back = large()
    expect(back.market.step('p2pCancel', back.id, 9).status).toBe(200)
    const refused = large()
    expect(refused.market.desk('rejectRequest', refused.dnwId).status).toBe(200)
    expect(refused.market.row(refused.dnwId)).toMatchObject({ status: 'REJECTED', reason: 'looked at it' })
    expect(refused.market.of(refused.id)).toMatchObject({ state: 'CANCELED', reason: 'REJECTED' })
    for (const { market, id } of [back, refused])
      expect([hasOf(market, 9), market.escrow(), market.calledFor(id)]).toEqual([100_000n * units, 0n, []])
  })

  test('nothing of it is approved while its member is frozen, nobody knows a price, or its merchant buys no more', () => {
    const { market, id, dnwId } = large()
    market.approve(dnwId, 9)
    market.pass(6_000)
    expect(codeOf(market.approve(dnwId, 10))).toBe('TRY_AGAIN_LATER')
    market.price()
    const block = { ...market.byTwo(), merchantId: 1, version: 1 }
    market.do({ kind: 'blockMerchant', ...block, isBlocked: true })
    expect(codeOf(market.approve(dnwId, 10))).toBe('P2P_LIMIT')
    market.do({ kind: 'freezeWithdrawals', ...market.byTwo(), memberId: 9, isFrozen: true })
    expect(codeOf(market.approve(dnwId, 10))).toBe('WITHDRAW_FROZEN')
    expect([market.of(id).state, market.row(dnwId).status, market.calledFor(id)]).toEqual(['OPEN', 'REVIEW', []])
  })

  test('the desk has nothing to do with a sale that was sent', () => {
    const { market, id, dnwId } = large()
    market.approve(dnwId, 9)
    market.approve(dnwId, 10)
    expect([codeOf(market.complete(dnwId)), codeOf(market.desk('rejectRequest', dnwId))]).toEqual([
      'HISTORY_NOT_FOUND',
      'HISTORY_NOT_FOUND',
    ])
    const small = idOf(market.sell())
    expect(codeOf(market.approve(market.of(small).dnwId))).toBe('HISTORY_NOT_FOUND')
    expect(market.of(id).state).toBe('OPEN')
  })
})
