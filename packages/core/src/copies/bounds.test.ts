import { expect, test } from 'vitest'
import { btc, usdt } from '../futures/testing.ts'
import { codeOf, SITE } from '../testing.ts'
import type { FuturesOrderInput } from '../types.ts'
import { CopyDesk, TRADER } from './testing.ts'

const restricted = (rule: string) => ({ status: 403, body: { code: 'COPY_TRADER_RESTRICTED', params: { rule } } })
const long = { side: 'LONG', qty: '0.01', leverage: 10 } as const

test.each<[string, Partial<FuturesOrderInput>, string]>([
  ['C4: an order that only reduces', { side: 'SHORT', isReduceOnly: true }, 'REDUCE'],
  ['C4: TP on an order', { takeProfit: '70000' }, 'TPSL'],
  ['C4: SL on an order', { stopLoss: '50000' }, 'TPSL'],
  ['C5: CROSS', { marginType: 'CROSS' }, 'CROSS'],
  ['C3: the other side of a lead lot', { side: 'SHORT' }, 'OPPOSITE'],
])('%s is refused to a trader', (_, parts, rule) => {
  const h = new CopyDesk()
  h.lead('LONG', '0.01', 60_000)
  expect(h.order(TRADER, { ...long, ...parts })).toEqual(restricted(rule))
  expect(h.lotsOf(TRADER)).toHaveLength(1)
  expect(h.openOrders(TRADER)).toEqual([])
})

test('C4: a trader sets no TP or SL on a lead lot, and does not change its margin', () => {
  const h = new CopyDesk()
  h.lead('LONG', '0.01', 60_000)
  const positionId = h.lotsOf(TRADER)[0]!.id
  expect(h.tpsl(TRADER, '70000', null)).toEqual(restricted('TPSL'))
  const margin = h.do({ kind: 'changeMargin', ...h.by(TRADER), positionId, type: 'ADD', amount: '10' })
  expect(margin).toEqual(restricted('MARGIN'))
})

test('C5: from his approval on all margin types of a trader are isolated', () => {
  const h = new CopyDesk()
  const version = 2
  expect(h.ask('futures.setting', { siteId: SITE, memberId: TRADER, optionId: 1 })?.marginType).toBe('ISOLATED')
  expect(codeOf(h.decide(true, { version }))).toBe('STALE_VERSION')
})

test('C6: a trader opens once a second at most, and sixty times an hour; he closes whenever he wants', () => {
  const h = new CopyDesk()
  h.send('LONG', '0.001')
  expect(codeOf(h.order(TRADER, { ...long, qty: '0.001' }))).toBe('COPY_LEAD_TOO_OFTEN')
  for (let sent = 1; sent < 60; sent++) {
    h.at += 1_000
    h.flat(60_000)
    const { id } = h.send('LONG', '0.001')
    h.at += 150
    h.flat(60_000)
    h.sendClose(TRADER, id, 100)
  }
  h.at += 1_000
  h.flat(60_000)
  expect(h.order(TRADER, { ...long, qty: '0.001' })).toMatchObject({
    status: 429,
    body: { code: 'COPY_LEAD_TOO_OFTEN' },
  })
  h.at += 3_600_000
  h.live()
  h.flat(60_000)
  expect(codeOf(h.order(TRADER, { ...long, qty: '0.001' }))).toBe(200)
})

test('C7: a close of a lead lot ends what is unfilled of its order first', () => {
  const h = new CopyDesk()
  h.follower(2)
  const order = h.limit(TRADER, 'LONG', '0.1', '60000', { leverage: 10 })
  h.at += 150
  h.flat(60_000, 0.04)
  const lot = h.orderOf(order).id
  expect(codeOf(h.sendClose(TRADER, lot, 100, '61000'))).toBe(200)
  expect(h.orderOf(order)).toMatchObject({ status: 'CANCELED', filledQty: btc(0.04) })
  h.at += 2_000
  h.flat(60_000)
  expect(h.lotsOf(TRADER)[0]!.qty).toBe(btc(0.04))
})

test('C20: while a trader’s copies are worth the cap of an instrument, he opens no more there', () => {
  const h = new CopyDesk(usdt(300_000))
  const bounds = { multiplyPer: 500, oneMaxBet: usdt(400_000), maxBet: usdt(1_000_000) }
  for (const id of [2, 3, 4]) h.follower(id, bounds, usdt(2_000_000))
  h.lead('LONG', '13', 60_000)
  h.lead('LONG', '13', 60_000)
  expect([2, 3, 4].flatMap((id) => h.lotsOf(id)).reduce((sum, { qty }) => sum + qty, 0)).toBe(btc(390))
  const { id } = h.lotsOf(TRADER)[0]!
  expect(codeOf(h.order(TRADER, { ...long, qty: '0.001' }))).toBe('COPY_CAPACITY')
  h.close(TRADER, h.lotsOf(TRADER).find((one) => one.id === id)!.lot, 100, 60_000)
  expect(codeOf(h.order(TRADER, { ...long, qty: '0.001' }))).toBe(200)
})

test('C24: a close names a lot of its own role: another’s, an unknown and a closed one are none', () => {
  const h = new CopyDesk()
  h.follower(2)
  h.follower(3)
  const { id } = h.lead('LONG', '0.1', 60_000)
  const { lot } = h.lotsOf(2)[0]!
  expect(codeOf(h.sendClose(3, lot, 100))).toBe('ORDER_NOT_FOUND')
  expect(codeOf(h.sendClose(2, id, 100))).toBe('ORDER_NOT_FOUND')
  expect(codeOf(h.sendClose(TRADER, 77, 100))).toBe('ORDER_NOT_FOUND')
  for (const percent of [0, 101, 33.3]) expect(codeOf(h.sendClose(2, lot, percent))).toBe('INVALID_REQUEST')
  expect(codeOf(h.sendClose(2, lot, 100, '61000'))).toBe(200)
  expect(codeOf(h.sendClose(2, lot, 100, '62000'))).toBe('REDUCE_ONLY_CONFLICT')
})

test('C29: who follows is judged in order, and a refusal changes nothing', () => {
  const h = new CopyDesk()
  h.trader(2)
  const code = (parts = {}) => codeOf(h.follow(2, parts))
  expect([
    code({ traderId: 9 }),
    codeOf(h.follow(TRADER)),
    code({ optionIds: [] }),
    code({ optionIds: [7] }),
    code({ multiplyPer: 33.3 }),
    code({ multiplyPer: 501 }),
    code({ maxBet: usdt(9) }),
    code({ oneMaxBet: usdt(9) }),
    code({ maxBet: usdt(1_000), oneMaxBet: usdt(1_000) }),
    code({ maxBet: usdt(1_000_001) }),
    code({ oneMaxBet: usdt(20_000), maxBet: usdt(30_000) }),
  ]).toEqual([
    'TRADER_NOT_FOUND',
    'COPY_SELF',
    'COPY_PAIR_REQUIRED',
    'STOCK_NOT_FOUND',
    'COPY_RATIO_INVALID',
    'COPY_RATIO_INVALID',
    'COPY_MAX_LIMIT_TOO_SMALL',
    'COPY_ORDER_LIMIT_TOO_SMALL',
    'COPY_MAX_NOT_ABOVE_ORDER_LIMIT',
    'COPY_MAX_LIMIT_TOO_LARGE',
    'COPY_BALANCE_INSUFFICIENT',
  ])
  h.limit(2, 'LONG', '0.01', '59000')
  expect(code()).toBe('COPY_OPEN_ORDER_EXISTS')
  h.cancel(2, h.openOrders(2)[0]!.id)
  h.trade(2, 'LONG', '0.01', 60_000)
  expect(code()).toBe('COPY_OPEN_POSITION_EXISTS')
  expect(h.core.snapshot().copyFollows).toEqual([])
})

test('C30a: a pair that a member follows is closed to his own orders', () => {
  const h = new CopyDesk()
  h.follower(2)
  expect(codeOf(h.order(2, { side: 'LONG', qty: '0.01' }))).toBe('COPY_SYMBOL_LOCKED')
})

test('C30: changed settings hold for the next copies, and multiply 0 opens none while closes go on', () => {
  const h = new CopyDesk()
  h.follower(2)
  const { id } = h.lead('LONG', '0.1', 60_000)
  expect(codeOf(h.follow(2, { multiplyPer: 0 }))).toBe(200)
  h.lead('LONG', '0.1', 60_000)
  expect([h.lotsOf(2).length, h.skips()]).toEqual([1, []])
  h.close(TRADER, id, 50, 60_000)
  expect(h.lotsOf(2)[0]!.qty).toBe(btc(0.05))
})

test('C30f: a suspended trader opens nothing; he closes, and his copies with him', () => {
  const h = new CopyDesk()
  h.follower(2)
  const { id } = h.lead('LONG', '0.1', 60_000)
  h.turnTo('SUSPENDED')
  expect(h.order(TRADER, { ...long })).toEqual(restricted('SUSPENDED'))
  h.close(TRADER, id, 100, 60_000)
  expect(h.lotsOf(2)).toEqual([])
})

test('C30f: who leads no more ends all follows; nothing of his may be open', () => {
  const h = new CopyDesk()
  h.follower(2)
  const { id } = h.lead('LONG', '0.1', 60_000)
  const quit = () => codeOf(h.do({ kind: 'quitTrader', ...h.by(TRADER) }))
  expect(quit()).toBe('COPY_LEADS_OPEN')
  h.close(TRADER, id, 100, 60_000)
  expect(quit()).toBe(200)
  h.settle()
  expect(h.core.snapshot().copyFollows).toEqual([])
  expect(codeOf(h.do({ kind: 'applyTrader', ...h.by(TRADER), sharePpm: 0, isPartner: false }))).toBe(
    'COPY_REQUIREMENTS',
  )
})

test('P10: a partner leads nobody: neither when he asks nor when he became one meanwhile', () => {
  const h = new CopyDesk()
  h.trader(2, usdt(10_000))
  h.later(61 * 86_400_000)
  h.flat(60_000)
  const apply = (isPartner: boolean) => codeOf(h.do({ kind: 'applyTrader', ...h.by(2), sharePpm: 100_000, isPartner }))
  const before = h.core.snapshot().copyTraders
  expect(apply(true)).toBe('PARTNER_TRADER')
  expect(h.core.snapshot().copyTraders).toEqual(before)
  expect(apply(false)).toBe(200)
  expect(codeOf(h.decide(true, { traderId: 2, isPartner: true }))).toBe('PARTNER_TRADER')
  expect(codeOf(h.decide(false, { traderId: 2, isPartner: true }))).toBe(200)
})
