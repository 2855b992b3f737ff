import { expect, test } from 'vitest'
import { Collector } from '../effects.ts'
import { Desk, usdt } from './testing.ts'

test('B: what an event says is what held when it was sent, however late it is read', () => {
  const h = new Desk()
  h.trader(1, usdt(10_000))
  h.price(60_000)
  const read: string[] = []
  const events = () => h.calls.flatMap((call) => call.events)
  const readNew = () =>
    read.push(
      ...events()
        .slice(read.length)
        .map((event) => JSON.stringify(event)),
    )
  readNew()
  for (const step of [
    () => h.order(1, { side: 'LONG', qty: '0.5' }),
    () => h.execute(60_000),
    () => h.tpsl(1, '66000', '58000'),
    () => h.limit(1, 'LONG', '0.1', '59000'),
    () => h.price(59_000),
    () => h.tpsl(1, '0', null),
    () => h.trade(1, 'SHORT', '0.2', 59_500),
    () => h.price(53_000),
  ]) {
    step()
    readNew()
  }
  expect(new Set(events().map(({ event }) => event))).toContain('POSITION_LIQUID')
  expect(events().map((event) => JSON.stringify(event))).toEqual(read)
})

test('an event is put together by who reads it, and by nobody else', () => {
  const effects = new Collector(1)
  let built = 0
  effects.tell({ siteId: 1, memberId: 1, queue: 'futures' }, 'POSITION_UPDATE', () => ++built)
  expect(built).toBe(0)
  expect(effects.events[0]!.data).toBe(1)
})
