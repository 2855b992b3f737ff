import { describe, expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { codeOf, operator, SITE, site } from '../testing.ts'
import { Desk } from './testing.ts'

function desk(): Desk {
  const h = new Desk()
  h.price(60_000)
  h.trader(1)
  return h
}
const leverage = (h: Desk, value: number, optionId = 1) =>
  h.do({ kind: 'setLeverage', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId, leverage: value })
const marginType = (h: Desk, value: 'CROSS' | 'ISOLATED') =>
  h.do({ kind: 'setMarginType', ...byMember({ siteId: SITE, memberId: 1 }, h.key()), optionId: 1, marginType: value })

test('B: 10× and ISOLATED by default; what a member chooses holds for his next order, and across a restart', () => {
  const h = desk()
  expect(h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })).toEqual({
    leverage: 10,
    marginType: 'ISOLATED',
  })
  expect(leverage(h, 25).body).toEqual({
    futuresOptionId: 1,
    stock: 'CR_BTCUSDTPERP',
    leverage: 25,
    marginType: 'ISOLATED',
    maxLeverage: 100,
  })
  expect(codeOf(marginType(h, 'CROSS'))).toBe(200)
  expect(h.events('LEVERAGE_UPDATE')).toHaveLength(2)
  h.restart()
  h.live()
  h.price(60_000)
  expect(h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })).toEqual({
    leverage: 25,
    marginType: 'CROSS',
  })
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(h.position(1)).toMatchObject({ leverage: 25, marginType: 'CROSS', margin: 0n })
})

test('B: neither changes with a position or an order; each says which', () => {
  const h = desk()
  const order = h.orderOf(h.limit(1, 'LONG', '0.1', '59000'))
  expect([codeOf(leverage(h, 5)), codeOf(marginType(h, 'CROSS'))]).toEqual([
    'LEVERAGE_LOCKED_ORDER',
    'MARGIN_TYPE_LOCKED_ORDER',
  ])
  h.cancel(1, order.id)
  h.trade(1, 'LONG', '0.1', 60_000)
  expect([codeOf(leverage(h, 5)), codeOf(marginType(h, 'CROSS'))]).toEqual([
    'LEVERAGE_LOCKED_POSITION',
    'MARGIN_TYPE_LOCKED_POSITION',
  ])
  expect(h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })).toEqual({
    leverage: 10,
    marginType: 'ISOLATED',
  })
})

test('wire: an order with a leverage and a margin type of its own is taken with them where nothing is open', () => {
  const h = desk()
  const setting = () => h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })
  const own = { leverage: 25, marginType: 'CROSS' } as const
  expect(h.orderOf(h.limit(1, 'LONG', '0.1', '59000', own))).toMatchObject(own)
  expect(setting()).toEqual(own)
  expect(h.events('LEVERAGE_UPDATE').map(({ data }) => data)).toMatchObject([own])
  // What is in force may be named again.
  expect(codeOf(h.limit(1, 'LONG', '0.1', '58000', own))).toBe(200)
  expect(codeOf(h.limit(1, 'LONG', '0.1', '58000', { leverage: 20 }))).toBe('LEVERAGE_LOCKED_ORDER')
  expect(codeOf(h.limit(1, 'LONG', '0.1', '58000', { marginType: 'ISOLATED' }))).toBe('MARGIN_TYPE_LOCKED_ORDER')
  h.trade(1, 'LONG', '0.1', 60_000)
  expect(codeOf(h.limit(1, 'LONG', '0.1', '58000', { leverage: 20 }))).toBe('LEVERAGE_LOCKED_POSITION')
  expect(codeOf(h.limit(1, 'LONG', '0.1', '58000', { marginType: 'ISOLATED' }))).toBe('MARGIN_TYPE_LOCKED_POSITION')
  expect(setting()).toEqual(own)
})

test('wire: an order that is refused changes neither leverage nor margin type', () => {
  const h = desk()
  const before = h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })
  expect(codeOf(h.limit(1, 'LONG', '0.1', '59000', { leverage: 101 }))).toBe('LEVERAGE_OUT_OF_RANGE')
  expect(codeOf(h.limit(1, 'LONG', '0.1', '10000', { leverage: 50, marginType: 'CROSS' }))).toBe('PRICE_OUT_OF_BAND')
  expect(codeOf(h.limit(1, 'LONG', '100', '59000', { leverage: 1, marginType: 'CROSS' }))).toBe('BALANCE_INSUFFICIENT')
  expect(h.ask('futures.setting', { siteId: SITE, memberId: 1, optionId: 1 })).toEqual(before)
  expect(h.events('LEVERAGE_UPDATE')).toEqual([])
})

test('B: a leverage is whole, at least 1, at most what the first bracket allows', () => {
  const h = desk()
  for (const value of [0, -1, 101, 1.5, Number.NaN]) {
    expect(leverage(h, value).body).toEqual({ code: 'LEVERAGE_OUT_OF_RANGE', params: { min: 1, max: 100 } })
  }
  expect(codeOf(leverage(h, 100))).toBe(200)
  expect(codeOf(leverage(h, 5, 9))).toBe('STOCK_NOT_FOUND')
})

describe('B: a site may cap the leverage of young members', () => {
  const DAY = 86_400_000
  const most = (h: Desk) => h.ask('futures.mostLeverage', { siteId: SITE, memberId: 1, optionId: 1, wall: h.wall })
  const capped = () => {
    const h = new Desk(undefined, { sites: [site({ isYoungCapped: true })] })
    h.price(60_000)
    h.trader(1)
    return h
  }

  test('none is capped where the site does not ask for it', () => {
    const h = desk()
    expect(most(h)).toBe(100)
    expect(leverage(h, 100).status).toBe(200)
  })

  test('the cap holds for what he chooses and for what an order brings, and it says how much is allowed', () => {
    const h = capped()
    const refusal = { code: 'LEVERAGE_OUT_OF_RANGE', params: { min: 1, max: 20 } }
    expect(most(h)).toBe(20)
    expect(leverage(h, 21).body).toMatchObject(refusal)
    expect(h.order(1, { side: 'LONG', qty: '0.001', leverage: 21 }).body).toMatchObject(refusal)
    expect(leverage(h, 20).body).toMatchObject({ leverage: 20, maxLeverage: 20 })
  })

  test('it ends when he is old enough by the wall clock, also after a restart', () => {
    const h = capped()
    h.at += 60 * DAY - 1
    h.restart()
    h.live()
    h.price(60_000)
    expect(codeOf(leverage(h, 21))).toBe('LEVERAGE_OUT_OF_RANGE')
    h.at += 1
    expect(leverage(h, 100).status).toBe(200)
  })

  test('who had more before the cap came opens nothing with it, and still closes', () => {
    const h = desk()
    leverage(h, 50)
    h.trade(1, 'LONG', '0.1', 60_000)
    const changes = { isYoungCapped: true, youngDays: 10, youngMaxLeverage: 25 }
    h.do({ ...operator, kind: 'configure', scope: 'site', optionId: null, changes, effectiveFrom: null })
    expect(h.order(1, { side: 'LONG', qty: '0.001' }).body).toMatchObject({ params: { max: 25 } })
    expect(codeOf(h.order(1, { side: 'SHORT', qty: '0.2' }))).toBe('LEVERAGE_OUT_OF_RANGE')
    h.trade(1, 'SHORT', '0.1', 60_000)
    expect(h.position(1)).toBeUndefined()
  })
})
