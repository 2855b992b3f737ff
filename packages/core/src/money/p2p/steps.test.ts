import type { P2pOrder } from '@maru/contract'
import { expect, test } from 'vitest'
import { byMember, byProvider, byStaff, bySystem } from '../../envelope.ts'
import { codeOf, SITE } from '../../testing.ts'
import { KNOWN_AFTER_MS } from '../state.ts'
import { float, Market } from './testing.ts'

const MINUTE = 60_000
const merchant = { merchantId: 3, name: '들판', buyPpm: 0, sellPpm: 0, minWon: 1_400n, maxWon: 28_000n }

/** All that merchant 3 has is ten USDT. */
function small(): Market {
  const market = new Market()
  market.do({ kind: 'openMerchant', ...bySystem(SITE), ...merchant, float: 10_00000000n })
  return market
}
const all = { merchantId: 3, won: 14_000n }
const idOf = ({ body }: { readonly body: unknown }): number => (body as P2pOrder).id

test('D: a merchant is told of what he did not do himself, once', () => {
  const refused = new Market()
  const id = idOf(refused.order())
  refused.answer(id, false)
  expect(refused.calledFor(id)).toEqual([`p2p-${id}-open`])
  const unpaid = new Market()
  const other = unpaid.taken()
  unpaid.pass(15 * MINUTE)
  expect(unpaid.calledFor(other)).toEqual([`p2p-${other}-open`])
  const argued = new Market()
  const third = argued.taken()
  argued.tell('DISPUTED', third)
  const { rev, statements } = argued.of(third)
  argued.tell('DISPUTED', third)
  expect(argued.calledFor(third)).toEqual([`p2p-${third}-open`])
  expect(argued.of(third)).toMatchObject({ rev, statements })
})

test('D: an order that is disputed after its end stays open, however long ago its first end was', () => {
  const soon = new Market()
  const id = soon.taken()
  soon.pass(15 * MINUTE)
  soon.paid(id)
  soon.pass(KNOWN_AFTER_MS)
  expect(soon.decide(id, 'RELEASE', { closed: null }).status).toBe(200)
  const late = new Market()
  const other = late.taken()
  late.pass(15 * MINUTE)
  late.pass(2 * KNOWN_AFTER_MS)
  late.paid(other)
  expect(late.ask('p2p.latest', { siteId: SITE, memberId: 8 })).toMatchObject({ id: other, state: 'DISPUTED' })
  expect(late.decide(other, 'RELEASE', { closed: null }).status).toBe(200)
})

test('D: a payment that comes late sets nothing aside that the merchant has not, and is released when he has it', () => {
  const market = small()
  const late = market.taken(market.order(all))
  market.pass(15 * MINUTE)
  const second = market.taken(market.order(all))
  expect(market.float(3)).toBe(0n)
  market.paid(late)
  expect(market.of(late)).toMatchObject({ state: 'DISPUTED', escrow: 0n })
  expect(market.float(3)).toBe(0n)
  expect(codeOf(market.decide(late, 'RELEASE'))).toBe('BALANCE_INSUFFICIENT')
  market.pass(15 * MINUTE)
  expect([market.of(second).state, market.float(3)]).toEqual(['EXPIRED', 10_00000000n])
  const { dnwId } = market.of(late)
  expect(market.decide(late, 'RELEASE').status).toBe(200)
  expect([market.float(3), market.has]).toEqual([0n, 1_010_00000000n])
  expect(market.row(market.of(late).dnwId)).toMatchObject({ type: 'WB', status: 'COMPLETED', pairId: dnwId })
})

test('D: an order stays open while another that was opened again ends: its member orders no third one', () => {
  const market = new Market()
  const late = market.taken()
  market.pass(15 * MINUTE)
  const second = market.taken()
  market.paid(late)
  expect(market.decide(late, 'RETURN').status).toBe(200)
  expect(market.of(second).state).toBe('ESCROWED')
  expect(codeOf(market.order())).toBe('REQUEST_ALREADY_PENDING')
})

test('D: all that a merchant has can be bought', () => {
  const market = small()
  market.tell('RELEASED', market.taken(market.order(all)))
  expect([market.float(3), market.has]).toEqual([0n, 1_010_00000000n])
})

test('D: a sale forfeits a bonus when it is done, also one that was paid after its end', () => {
  const sell = (late: boolean) => {
    const market = new Market()
    const two = byStaff(SITE, 9, 'a gift', { approval: { id: 1, staffId: 10 } })
    market.do({ kind: 'grantBonus', ...two, key: market.key(), memberId: 8, point: 5_000n, multiple: null })
    const id = market.taken(market.sell())
    if (late) market.pass(15 * MINUTE)
    market.tell('PAID', id)
    const kept = market.core.snapshot().bonusGrants.length
    market.step('p2pRelease', id)
    if (late) market.decide(id, 'RELEASE')
    return [kept, market.core.snapshot().bonusGrants.length, market.of(id).state]
  }
  expect(sell(false)).toEqual([1, 0, 'RELEASED'])
  expect(sell(true)).toEqual([1, 0, 'RELEASED'])
})

test('D: an order is of its site and its own row, and its steps are of its side', () => {
  const market = new Market()
  const id = market.taken()
  const at = (siteId: number) => ({ ...byMember({ siteId, memberId: 8 }, market.key()), closed: null })
  expect(codeOf(market.do({ kind: 'p2pCancel', ...at(15), orderId: id }))).toBe('ORDER_NOT_FOUND')
  expect(codeOf(market.step('p2pRelease', id))).toBe('STALE_VERSION')
  market.pass(15 * MINUTE)
  const row = market.of(id)
  expect(codeOf(market.do({ kind: 'p2pCancel', ...at(SITE), orderId: id + 1, closed: row }))).toBe('ORDER_NOT_FOUND')
  const sale = market.sell()
  expect(codeOf(market.argue(idOf(sale)))).toBe('STALE_VERSION')
  market.answer(idOf(sale))
  expect(codeOf(market.paid(idOf(sale)))).toBe('STALE_VERSION')
})

test('D: a sale needs no account of the merchant, a purchase does', () => {
  const market = new Market()
  const answer = (orderId: number) => {
    const by = byProvider(SITE, 'p2p', `no-account-${orderId}`)
    market.do({ kind: 'p2pAnswered', ...by, orderId, closed: null, isTaken: true, account: '', memo: '' })
    return market.of(orderId).state
  }
  expect(answer(idOf(market.order()))).toBe('CANCELED')
  expect(answer(idOf(market.sell()))).toBe('ESCROWED')
  expect(market.float()).toBe(float)
})

test('D: what a merchant tells after the end moves no coins', () => {
  const market = new Market()
  const done = market.taken()
  market.tell('RELEASED', done)
  market.tell('PAID', done)
  expect(market.of(done).state).toBe('RELEASED')
})

test('D: a merchant who says that a sale is released has said that he paid, and cannot take it back', () => {
  const market = new Market()
  const sale = market.taken(market.sell())
  market.tell('RELEASED', sale)
  expect(market.of(sale).state).toBe('PAID')
  market.tell('CANCELED', sale)
  expect(market.of(sale)).toMatchObject({ state: 'DISPUTED', escrow: 100_00000000n })
  market.tell('CANCELED', sale)
  expect(market.of(sale)).toMatchObject({ state: 'DISPUTED', escrow: 100_00000000n })
})

test('D: a release of a disputed purchase that is not as agreed releases nothing', () => {
  const market = new Market()
  const id = market.taken()
  market.paid(id)
  market.argue(id)
  market.tell('RELEASED', id, { amount: 1n })
  expect(market.of(id)).toMatchObject({ state: 'DISPUTED', escrow: 100_00000000n })
})

test('D: orders that were left unpaid more than a day apart bar nobody', () => {
  const market = new Market()
  for (let one = 0; one < 4; one++) {
    const order = market.order()
    expect(order.status).toBe(200)
    market.taken(order)
    market.pass(15 * MINUTE)
    market.pass(13 * 60 * MINUTE)
  }
})

test('a purchase is released, disputed and cancelled by the merchants’ provider alone', () => {
  const market = new Market()
  const id = market.taken()
  const before = [market.of(id), market.float(), market.has]
  for (const state of ['PAID', 'RELEASED', 'CANCELED', 'DISPUTED'] as const)
    for (const provider of ['sms', 'bank', 'paykiwoom'])
      expect(market.tell(state, id, {}, provider)).toMatchObject({ status: 200, body: { isForeign: true } })
  expect([market.of(id), market.float(), market.has]).toEqual(before)
  market.tell('RELEASED', id)
  expect(market.of(id).state).toBe('RELEASED')
})
