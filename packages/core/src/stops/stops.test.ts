import { expect, test } from 'vitest'
import { byStaff } from '../envelope.ts'
import { btc, Desk, perpetual } from '../futures/testing.ts'
import { Teller } from '../money/testing.ts'
import { contract, Floor, gold } from '../oversea/testing.ts'
import { codeOf, type House, option, SITE } from '../testing.ts'
import type { Command, Line, Reply, StopScope } from '../types.ts'

type Given = Extract<Command, { kind: 'stop' }>

/** Staff of 9 unless said otherwise. */
const stop = (h: House, scope: StopScope, parts: Partial<Given> = {}): Reply =>
  h.do({ kind: 'stop', ...byStaff(SITE, 9, '시세 이상'), key: h.key(), scope, line: null, instrument: null, ...parts })
const instrument = (h: House, line: Line | null = null, symbol = 'BTCUSDT') =>
  stop(h, 'INSTRUMENT', { line, instrument: symbol })
const confirm = (h: House, stopId: number, staffId: number) =>
  h.do({ kind: 'confirmStop', ...byStaff(SITE, staffId, '확인'), key: h.key(), stopId })
const open = (h: House, stopId: number, by: number | null = 10) =>
  h.do({
    kind: 'openStop',
    ...byStaff(SITE, 9, '정상화', by === null ? {} : { approval: { id: 1, staffId: by } }),
    key: h.key(),
    stopId,
  })
const idOf = (reply: Reply) => (reply.body as { id: number }).id
const standing = (h: House) => h.ask('stops.standing', { siteId: SITE })

function desk() {
  const h = new Desk()
  h.trader(1)
  h.price(60_000)
  return h
}

test('F: a stopped perpetual takes no order that opens, also after a restart; a close fills', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  instrument(h, 'FUTURES')
  h.restart()
  h.live()
  h.price(60_000)
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe('OPTION_STOPPED')
  expect(codeOf(h.limit(1, 'LONG', '0.1', '59000'))).toBe('OPTION_STOPPED')
  const close = h.order(1, { side: 'SHORT', qty: '0.1', isReduceOnly: true })
  expect(codeOf(close)).toBe(200)
  h.execute(60_000)
  expect(h.orderOf(close).status).toBe('FILLED')
  expect(h.position(1)).toBeUndefined()
})

test('F: a limit that closes is taken while a stop stands', () => {
  const h = desk()
  h.trade(1, 'LONG', '0.1', 60_000)
  stop(h, 'LINE', { line: 'FUTURES' })
  expect(codeOf(h.limit(1, 'SHORT', '0.1', '61000', { isReduceOnly: true }))).toBe(200)
  h.price(61_010)
  expect(h.position(1)).toBeUndefined()
})

test('F: an order that rests waits while a stop stands, and fills after it', () => {
  const h = desk()
  const order = h.orderOf(h.limit(1, 'LONG', '0.1', '59000'))
  const id = idOf(instrument(h))
  h.price(58_990)
  expect(h.orders.get(order.id)).toMatchObject({ status: 'NEW', filledQty: 0 })
  open(h, id)
  h.price(58_980)
  expect(h.orders.get(order.id)).toMatchObject({ status: 'FILLED', filledQty: btc(0.1) })
})

test('F: a stop order that triggered under an emergency stop fills at the reopening near its trigger; beyond 1 % it waits for the price or its member', () => {
  const h = desk()
  const orders = ['60100', '60200'].map((triggerPrice) =>
    h.order(1, { side: 'LONG', qty: '0.1', marketType: 'STOPMARKET', triggerPrice }),
  )
  const statuses = () => orders.map((reply) => h.orderOf(reply).status)
  h.at += 150
  const id = idOf(instrument(h))
  h.price(61_500)
  expect(statuses()).toEqual(['TRIGGERED', 'TRIGGERED'])
  open(h, id)
  h.at += 5_000
  h.price(61_500)
  expect(statuses()).toEqual(['TRIGGERED', 'TRIGGERED'])
  expect(codeOf(h.cancel(1, h.orderOf(orders[0]!).id))).toBe(200)
  h.restart()
  h.live()
  h.price(60_801)
  expect(statuses()).toEqual(['CANCELED', 'FILLED'])
})

test('F: a market order that a stop overtakes ends with that reason', () => {
  const h = desk()
  const order = h.orderOf(h.order(1, { side: 'LONG', qty: '0.1' }))
  instrument(h)
  h.execute(60_000)
  h.at += 2_000
  h.settle()
  expect(h.orders.get(order.id)).toMatchObject({ status: 'REJECTED', reason: 'OPTION_STOPPED', filledQty: 0 })
})

test('F: rounds take no stake while their line or instrument is stopped, and show it; another line of it stops nothing', () => {
  const h = new Desk([perpetual()], { options: [option()] })
  h.tick(100_00)
  h.settle()
  h.member(1)
  const id = idOf(stop(h, 'LINE', { line: 'ROUND' }))
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('OPTION_STOPPED')
  expect(h.ask('rounds.option', { siteId: SITE, optionId: 100 })?.isStop).toBe(true)
  open(h, id)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe(200)
  expect(codeOf(instrument(h, 'FUTURES'))).toBe(200)
  expect(codeOf(h.bet(1, 'S', 5_000n))).toBe('BET_OPPOSITE_SIDE')
  instrument(h)
  expect(codeOf(h.bet(1, 'B', 5_000n))).toBe('OPTION_STOPPED')
})

test('F: contracts take no order that opens while they are stopped, and members are told; a close is taken', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  f.trade(7, 'LONG', 1)
  instrument(f, 'OVERSEA', 'EURUSD')
  stop(f, 'LINE', { line: 'OVERSEA' })
  expect(f.events('OVERSEA_OPTION_CLOSE')).toHaveLength(1)
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe('OPTION_STOPPED')
  expect(codeOf(f.order(7, { side: 'SHORT', count: 1, isReduceOnly: true }))).toBe(200)
  f.pass(300)
  expect(f.position(7)).toBeUndefined()
})

test('C: while contracts are stopped, an opposite order that the position covers closes, though it names no reduce-only', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  f.trade(7, 'LONG', 2)
  stop(f, 'LINE', { line: 'OVERSEA' })
  expect(codeOf(f.order(7, { side: 'SHORT', count: 3 }))).toBe('OPTION_STOPPED')
  const close = f.order(7, { side: 'SHORT', count: 2 })
  expect(f.orderOf(close)).toMatchObject({ isReduceOnly: true })
  f.pass(300)
  expect(f.position(7)).toBeUndefined()
  expect(codeOf(f.order(7, { side: 'SHORT', count: 1 }))).toBe('OPTION_STOPPED')
})

test('C: a contract that its operator stopped takes a close at the market that names no reduce-only', () => {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  f.trade(7, 'SHORT', 1)
  f.do({ kind: 'configureOversea', ...byStaff(SITE, 9, '점검'), option: contract({ isStop: true }) })
  f.settle()
  const resting = { side: 'LONG', count: 1, marketType: 'LIMIT', price: '1.0900' } as const
  expect(codeOf(f.order(7, resting))).toBe('OPTION_STOPPED')
  expect(codeOf(f.order(7, { side: 'LONG', count: 1 }))).toBe(200)
  f.pass(300)
  expect(f.position(7)).toBeUndefined()
})

test('F: a stopped instrument stops no other of its line', () => {
  const f = new Floor([contract(), gold()])
  expect(codeOf(instrument(f, 'OVERSEA', 'EURUSD'))).toBe(200)
  const isStop = (optionId: number) => f.ask('oversea.contract', { siteId: SITE, optionId })?.option.isStop
  expect([isStop(1), isStop(3)]).toEqual([true, false])
})

test('F: stopped withdrawals stop no trading', () => {
  const h = desk()
  expect(codeOf(stop(h, 'WITHDRAWALS'))).toBe(200)
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe(200)
})

test('F: nothing leaves while withdrawals are stopped, deposits go on, and nobody agrees to what waits', () => {
  const t = new Teller()
  const waiting = idOf(t.withdraw(10_000n))
  const id = idOf(stop(t, 'WITHDRAWALS'))
  expect(codeOf(t.withdraw(10_000n))).toBe('WITHDRAW_PAUSED')
  expect(codeOf(t.deposit(10_000n))).toBe(200)
  t.pass(600_000)
  expect(codeOf(t.desk('takeRequest', waiting))).toBe(200)
  expect(codeOf(t.approve(waiting))).toBe('WITHDRAW_PAUSED')
  open(t, id)
  expect(codeOf(t.approve(waiting))).toBe(200)
})

test('F: a second person confirms a stop within ten minutes, and it stands also without him', () => {
  const h = desk()
  const id = idOf(instrument(h))
  expect(standing(h)).toMatchObject([{ id, givenBy: 9, confirmBy: h.wall + 600_000, confirmedBy: null }])
  expect(codeOf(confirm(h, id, 9))).toBe('APPROVAL_SELF')
  h.at += 3_600_000
  h.restart()
  expect(standing(h)).toHaveLength(1)
  expect(codeOf(confirm(h, id, 10))).toBe(200)
  expect(standing(h)).toMatchObject([{ confirmedBy: 10, confirmedAt: h.wall }])
  expect(codeOf(confirm(h, id, 11))).toBe('STALE_VERSION')
})

test('F: it takes two persons to open again', () => {
  const h = desk()
  const id = idOf(instrument(h))
  expect(codeOf(open(h, id, null))).toBe('PERMISSION_DENIED')
  expect(() => open(h, id, 9)).toThrow(/approval/)
  expect(standing(h)).toHaveLength(1)
  expect(codeOf(open(h, id))).toBe(200)
  expect(standing(h)).toEqual([])
  expect(h.calls.at(-1)!.rows.stops).toMatchObject([{ openedBy: 9, openedApprovedBy: 10, openedReason: '정상화' }])
  expect(codeOf(open(h, id))).toBe('HISTORY_NOT_FOUND')
})

test('F: what is stopped is not stopped twice, and two stops are opened one by one', () => {
  const h = desk()
  const [one, again, line] = [instrument(h), instrument(h), stop(h, 'LINE', { line: 'FUTURES' })]
  expect(idOf(again)).toBe(idOf(one))
  expect(standing(h)).toHaveLength(2)
  open(h, idOf(one))
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe('OPTION_STOPPED')
  open(h, idOf(line))
  expect(codeOf(h.order(1, { side: 'LONG', qty: '0.1' }))).toBe(200)
})

test('a stop that names nothing there is, or no reason, is refused; another site is not touched', () => {
  const h = new Desk([perpetual(), perpetual({ siteId: 2 })])
  expect(codeOf(instrument(h, null, 'DOGEUSDT'))).toBe('STOCK_NOT_FOUND')
  expect(codeOf(instrument(h, 'OVERSEA'))).toBe('STOCK_NOT_FOUND')
  for (const parts of [
    { reason: ' ' },
    { reason: 'x'.repeat(201) },
    { line: 'BONUS' as Line },
    { instrument: 'BTCUSDT' },
  ])
    expect(codeOf(stop(h, 'LINE', { line: 'FUTURES', ...parts }))).toBe('INVALID_REQUEST')
  for (const scope of ['INSTRUMENT', 'LINE', 'ALL'] as StopScope[])
    expect(codeOf(stop(h, scope))).toBe('INVALID_REQUEST')
  expect(codeOf(stop(h, 'WITHDRAWALS', { line: 'FUTURES' }))).toBe('INVALID_REQUEST')
  expect(codeOf(stop(h, 'WITHDRAWALS', { siteId: 3 }))).toBe('SITE_NOT_FOUND')
  const id = idOf(instrument(h))
  expect(codeOf(h.do({ kind: 'confirmStop', ...byStaff(2, 10, 'x'), key: h.key(), stopId: id }))).toBe(
    'HISTORY_NOT_FOUND',
  )
  expect(h.ask('futures.option', { siteId: 2, optionId: 1 })?.isStop).toBe(false)
  expect(h.ask('futures.option', { siteId: SITE, optionId: 1 })?.isStop).toBe(true)
})
