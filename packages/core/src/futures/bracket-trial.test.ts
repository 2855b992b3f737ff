import type { Brackets } from '@maru/positions'
import { expect, test } from 'vitest'
import { byMember } from '../envelope.ts'
import { codeOf, operator, SITE } from '../testing.ts'
import type { ConfigChangeRow, Reply } from '../types.ts'
import { Desk, usdt } from './testing.ts'

const HOLDERS = 450
const table = (mmrPpm: number, maxLeverage: number, notional = 20_000_000): Brackets => [
  { notionalCap: usdt(notional), maxLeverage, mmrPpm, cum: 0n },
]

function flat(h: Desk, price: number): void {
  h.book([[price, 10_000]], [[price, 10_000]])
  h.mark(price)
}

/** More holders than a turn judges, each with 0.1 bitcoin at 10×: 600 behind 6,000. */
function crowd(): Desk {
  const h = new Desk()
  flat(h, 60_000)
  for (let id = 1; id <= HOLDERS; id++) {
    h.trader(id)
    h.place(id, { side: 'LONG', qty: '0.1' })
  }
  h.at += 150
  flat(h, 60_000)
  return h
}

const whom = (h: Desk, memberId: number) => byMember({ siteId: SITE, memberId }, h.key())
const optionOf = (h: Desk) => h.core.snapshot().futuresOptions[0]!
const digits = (brackets: Brackets) =>
  brackets.map((row) => ({ ...row, notionalCap: String(row.notionalCap), cum: String(row.cum) }))
const ask = (h: Desk, brackets: Brackets, more: Record<string, unknown> = {}, effectiveFrom: number | null = null) =>
  h.do({
    kind: 'configure',
    ...operator,
    scope: 'futures',
    optionId: 1,
    changes: { brackets: digits(brackets), ...more } as never,
    effectiveFrom,
  })
const idOf = (reply: Reply) => (reply.body as { id: number }).id
const changeOf = (h: Desk, reply: Reply): ConfigChangeRow | undefined =>
  h.calls.flatMap(({ rows }) => rows.configChanges).findLast(({ id }) => id === idOf(reply))
const margin = (h: Desk, memberId: number, type: 'ADD' | 'REMOVE', amount: string): Reply =>
  h.do({ kind: 'changeMargin', ...whom(h, memberId), positionId: h.position(memberId)!.id, type, amount })
const addMargin = (h: Desk, memberId: number, amount: string) => margin(h, memberId, 'ADD', amount)
/** One turn of work. */
const turn = (h: Desk) => h.tick(600_000)

test('10: brackets over many accounts are judged 200 a turn; until all are, the old ones hold, then all have the new ones', () => {
  const h = crowd()
  const before = optionOf(h).brackets
  const reply = ask(h, table(50_000, 10))
  expect(reply.body).toMatchObject({ state: 'WAITING', effectiveFrom: h.at })
  turn(h)
  expect(optionOf(h).brackets).toEqual(before)
  expect(changeOf(h, reply)).toMatchObject({ state: 'WAITING', decidedAt: null })
  h.settle()
  expect(changeOf(h, reply)).toMatchObject({ state: 'APPLIED', refusal: null, decidedAt: h.at })
  expect(optionOf(h).brackets).toEqual(table(50_000, 10))
  const [first, last] = [1, HOLDERS].map((id) => h.liquidPrice(id))
  expect(first).toBe(last)
  expect(first).toBeGreaterThan(0)
})

test('10: one account that would be liquidated refuses the whole change, wherever it stands in the walk', () => {
  const h = crowd()
  addMargin(h, 1, '500')
  for (const id of [1, 2]) expect(h.position(id)).toBeDefined()
  const before = h.core.snapshot().positions
  // 600 behind 6,000 is 10 %: those without more margin would be at 100 %.
  const reply = ask(h, table(100_000, 9), { defaultLeverage: 9 })
  expect(codeOf(reply)).toBe('LEVERAGE_LOCKED_POSITION')
  for (let id = 2; id < HOLDERS; id++) addMargin(h, id, '500')
  const late = ask(h, table(100_000, 9), { defaultLeverage: 9 })
  expect(late.body).toMatchObject({ state: 'WAITING' })
  h.settle()
  expect(changeOf(h, late)).toMatchObject({ state: 'REFUSED', refusal: 'LEVERAGE_LOCKED_POSITION' })
  expect(optionOf(h).defaultLeverage).toBe(10)
  expect(h.core.snapshot().positions).toHaveLength(before.length)
})

test.each([
  ['enough stays', 99_999, 'APPLIED', null],
  ['too little stays', 100_001, 'REFUSED', 'LEVERAGE_LOCKED_POSITION'],
])('10: who was judged and then takes margin out is judged again: %s', (_what, mmrPpm, state, refusal) => {
  const h = crowd()
  for (let id = 1; id <= HOLDERS; id++) addMargin(h, id, '60')
  const reply = ask(h, table(mmrPpm, 9), { defaultLeverage: 9 })
  expect(reply.body).toMatchObject({ state: 'WAITING' })
  // 600 are left behind 6,000.
  expect(margin(h, 1, 'REMOVE', '60').status).toBe(200)
  h.settle()
  expect(changeOf(h, reply)).toMatchObject({ state, refusal })
})

test('10: what a price does to an account after it was judged a price did: it is liquidated as by any price', () => {
  const h = crowd()
  for (let id = 2; id <= HOLDERS; id++) addMargin(h, id, '200')
  const reply = ask(h, table(50_000, 10))
  expect(reply.body).toMatchObject({ state: 'WAITING' })
  // 600 − 320 are left to member 1, and 284 is needed then; 200 more stand behind the others.
  flat(h, 56_800)
  expect(changeOf(h, reply)).toMatchObject({ state: 'APPLIED' })
  expect(h.events('POSITION_LIQUID')).toHaveLength(1)
  expect(h.core.snapshot().positions).toHaveLength(HOLDERS - 1)
})

test('10: a start judges anew what was being judged', () => {
  const h = crowd()
  const reply = ask(h, table(50_000, 10))
  turn(h)
  h.restart()
  h.live()
  h.settle()
  expect(changeOf(h, reply)).toMatchObject({ state: 'REFUSED', refusal: 'PRICE_FEED_STALE' })
  const again = ask(h, table(50_000, 10))
  expect(codeOf(again)).toBe('PRICE_FEED_STALE')
  flat(h, 60_000)
  const last = ask(h, table(50_000, 10))
  h.settle()
  expect(changeOf(h, last)).toMatchObject({ state: 'APPLIED' })
})

test('10: changes of one perpetual are judged one after the other; what changed it meanwhile refuses the later one', () => {
  const h = crowd()
  const first = ask(h, table(50_000, 10))
  const second = ask(h, table(60_000, 10))
  expect([first, second].map((reply) => (reply.body as { state: string }).state)).toEqual(['WAITING', 'WAITING'])
  h.settle()
  expect(changeOf(h, first)).toMatchObject({ state: 'APPLIED' })
  expect(changeOf(h, second)).toMatchObject({ state: 'REFUSED', refusal: 'STALE_VERSION' })
  expect(optionOf(h).brackets).toEqual(table(50_000, 10))
})

test('10: a change whose time has come is judged by work too, and cannot be taken back any more', () => {
  const h = crowd()
  const reply = ask(h, table(50_000, 10), {}, h.at + 1_000)
  h.at += 1_000
  turn(h)
  expect(changeOf(h, reply)).toMatchObject({ state: 'WAITING' })
  expect(codeOf(h.do({ kind: 'withdrawChange', ...operator, id: idOf(reply) }))).toBe('HISTORY_NOT_FOUND')
  h.settle()
  expect(changeOf(h, reply)).toMatchObject({ state: 'APPLIED' })
})

test('10: an order that is placed while brackets are judged ends with them where they do not allow it', () => {
  const h = crowd()
  const reply = ask(h, table(50_000, 9), { defaultLeverage: 9 })
  expect(reply.body).toMatchObject({ state: 'WAITING' })
  const order = h.place(1, { side: 'LONG', qty: '0.05', price: '59000', marketType: 'LIMIT' })
  expect(order.status).toBe(200)
  h.settle()
  expect(changeOf(h, reply)).toMatchObject({ state: 'APPLIED' })
  expect(h.orderOf(order)).toMatchObject({ status: 'CANCELED', reason: 'LEVERAGE_MAX_QTY_EXCEEDED' })
})

test('10: brackets that end more orders than fit into one turn are refused', () => {
  const h = crowd()
  for (let id = 1; id <= 91; id++) h.place(id, { side: 'LONG', qty: '0.05', price: '59000', marketType: 'LIMIT' })
  h.settle()
  expect(codeOf(ask(h, table(50_000, 9), { defaultLeverage: 9 }))).toBe('LEVERAGE_LOCKED_ORDER')
  h.cancel(1, h.openOrders(1)[0]!.id)
  const reply = ask(h, table(50_000, 9), { defaultLeverage: 9 })
  h.settle()
  expect(changeOf(h, reply)).toMatchObject({ state: 'APPLIED' })
  expect([...h.orders.values()].filter(({ reason }) => reason === 'LEVERAGE_MAX_QTY_EXCEEDED')).toHaveLength(90)
})

test('10: who was judged and then cancels what is beyond new brackets does not count among those whose orders end', () => {
  const h = crowd()
  const rest = (id: number) => h.place(id, { side: 'LONG', qty: '0.05', price: '59000', marketType: 'LIMIT' })
  for (let id = 1; id <= 90; id++) rest(id)
  h.settle()
  const reply = ask(h, table(50_000, 9), { defaultLeverage: 9 })
  expect(reply.body).toMatchObject({ state: 'WAITING' })
  h.do({ kind: 'cancelOrder', ...whom(h, 1), book: 'futures', id: h.openOrders(1)[0]!.id })
  rest(91)
  h.settle()
  expect(changeOf(h, reply)).toMatchObject({ state: 'APPLIED' })
})
