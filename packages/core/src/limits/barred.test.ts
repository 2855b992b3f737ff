import { expect, test } from 'vitest'
import { byMember, bySystem } from '../envelope.ts'
import { eur, Floor } from '../oversea/testing.ts'
import { SITE } from '../testing.ts'
import type { Command } from '../types.ts'

const who = { siteId: SITE, memberId: 7 } as const
const limit = (side: 'LONG' | 'SHORT', count: number, price: string) =>
  ({ side, count, marketType: 'LIMIT', price }) as const

/** Member 7 holds two long at 1.1. */
function floor(held = 2): Floor {
  const f = new Floor()
  f.member(7, 50_000_000n)
  f.price(1.1)
  if (held > 0) f.trade(7, 'LONG', held)
  return f
}

const bars: [string, (f: Floor) => Command][] = [
  ['SELF_EXCLUDED', (f) => ({ kind: 'selfExclude', ...byMember(who, f.key()), months: 6 })],
  ['COOL_OFF_ACTIVE', (f) => ({ kind: 'coolOff', ...byMember(who, f.key()), until: f.wall + 86_400_000 })],
  ['ACCOUNT_DENIED', () => ({ kind: 'setMemberStatus', ...bySystem(who.siteId), ...who, status: 'DENY' })],
]

test.each(bars)('J 5–6: %s cancels at once what would open; what closes stays, of TP and SL too', (reason, command) => {
  const f = floor()
  f.tpsl(7, 500, 500)
  const opens = [
    f.order(7, limit('LONG', 1, '1.05')),
    f.order(7, { side: 'LONG', count: 1, marketType: 'STOPMARKET', triggerPrice: '1.15' }),
  ]
  const closes = [
    f.order(7, { ...limit('SHORT', 1, '1.15'), isReduceOnly: true }),
    f.order(7, limit('SHORT', 1, '1.16')),
  ]
  const beyond = f.order(7, limit('SHORT', 1, '1.17'))
  const waits = f.order(7, { side: 'LONG', count: 1 })
  const held = f.wallet(7).reserved
  f.do(command(f))
  for (const order of [...opens, beyond, waits])
    expect(f.orderOf(order)).toMatchObject({ status: 'CANCELED', reason, filledQty: 0 })
  for (const order of closes) expect(f.orderOf(order).status).toBe('NEW')
  expect(f.openOrders(7)).toHaveLength(4)
  expect(f.wallet(7).reserved).toBeLessThan(held)
  expect(f.wallet(7).reserved).toBe(f.position(7)!.margin)
  f.restart()
  f.settle()
  expect(f.openOrders(7)).toHaveLength(4)
})

test.each(bars)('J 5–6: %s lets an order that closes and opens close, and nothing more', (reason, command) => {
  const f = floor()
  const flip = f.order(7, limit('SHORT', 5, '1.12'))
  const stop = f.order(7, { side: 'SHORT', count: 3, marketType: 'STOPMARKET', triggerPrice: '1.05' })
  f.do(command(f))
  expect(f.orderOf(flip).status).toBe('NEW')
  expect(f.orderOf(stop)).toMatchObject({ status: 'CANCELED', reason })
  f.prices(eur(1.12), eur(1.1201))
  expect(f.orderOf(flip)).toMatchObject({ status: 'CANCELED', reason, filledQty: 2 })
  expect(f.position(7)).toBeUndefined()
  expect(f.wallet(7).reserved).toBe(0n)
})

test.each(bars)('J 5–6: %s: what was to close opens nothing once the position is gone', (reason, command) => {
  const f = floor()
  const plain = f.order(7, limit('SHORT', 2, '1.15'))
  f.do(command(f))
  expect(f.orderOf(plain).status).toBe('NEW')
  const close = f.order(7, { side: 'SHORT', count: 2, isReduceOnly: true })
  f.pass(300)
  expect(f.orderOf(close).status).toBe('FILLED')
  expect(f.orderOf(plain)).toMatchObject({ status: 'CANCELED', reason })
})

test('J 6: an order that rested before exclusions ended orders dies with the next start', () => {
  const f = floor(0)
  const order = f.order(7, limit('LONG', 1, '1.05'))
  const snapshot = f.core.snapshot()
  const members = snapshot.members.map((row) => ({ ...row, excludedUntil: f.wall + 86_400_000 }))
  const later = new Floor(snapshot.overseaOptions, { ...snapshot, members })
  expect(later.orderOf(order)).toMatchObject({ status: 'CANCELED', reason: 'SELF_EXCLUDED' })
  expect(later.wallet(7).reserved).toBe(0n)
})

test('J 4: an order that waits fills nothing beyond a limit that was cut meanwhile; another that closes goes on', () => {
  const f = floor()
  const opens = f.order(7, limit('LONG', 1, '1.09'))
  const closes = f.order(7, limit('SHORT', 1, '1.12'))
  const setting = { kind: 'LOSS', window: '24h', currency: 'KRW', amount: 1_000_000n } as const
  f.do({ kind: 'setLimits', ...byMember(who, f.key()), limits: [setting] })
  f.prices(eur(1.0889), eur(1.089))
  expect(f.orderOf(opens)).toMatchObject({ status: 'CANCELED', reason: 'SELF_LIMIT_EXCEEDED', filledQty: 0 })
  f.prices(eur(1.12), eur(1.1201))
  expect(f.orderOf(closes)).toMatchObject({ status: 'FILLED' })
})
