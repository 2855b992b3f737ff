import type { Envelope, FuturesOrderEvent, FuturesSnapshot, TickData } from '@maru/contract'
import type { Destination, EventOf } from '@maru/contract/client'
import { beforeEach, expect, expectTypeOf, test, vi } from 'vitest'
import { channelsOf } from './channels.ts'
import type { Connection, Handle } from './connection.ts'

const handles = new Map<string, Handle>()
const subscribe = channelsOf({
  subscribe(destination: string, handle: Handle) {
    handles.set(destination, handle)
    return () => void handles.delete(destination)
  },
} as Connection)

beforeEach(() => {
  handles.clear()
  vi.spyOn(console, 'error').mockReturnValue()
})
const say = (destination: Destination, message: Partial<Envelope>) =>
  handles.get(destination)?.onMessage({ event: 'X', epoch: 1, seq: null, ts: 1, data: null, ...message })

test('passes on snapshots and events, until it is left', () => {
  const heard: unknown[] = []
  const leave = subscribe('/user/queue/cross', { onMessage: ({ event, data }) => heard.push([event, data]) })
  say('/user/queue/cross', { event: 'SNAPSHOT' })
  say('/user/queue/cross', { event: 'CROSS', data: { available: '1' } })
  expect(heard).toEqual([
    ['SNAPSHOT', null],
    ['CROSS', { available: '1' }],
  ])
  leave()
  expect(handles.size).toBe(0)
})

test('drops an event without data, which no listener could read', () => {
  const onMessage = vi.fn()
  subscribe('/user/queue/trade', { onMessage })
  for (const data of [null, undefined, 'text', 7]) say('/user/queue/trade', { event: 'BET_SETTLED', data })
  expect(onMessage).not.toHaveBeenCalled()
  expect(console.error).toHaveBeenCalledTimes(4)
})

test('tells of a reload where one is asked for', () => {
  const onReload = vi.fn()
  subscribe('/topic/trade/3', { onMessage: () => {}, onReload })
  handles.get('/topic/trade/3')?.onReload?.()
  expect(onReload).toHaveBeenCalledOnce()
})

test('gives each event of a destination the type that the contract declares', () => {
  type Futures = EventOf<'/user/queue/futures'>
  expectTypeOf<Extract<Futures, { event: 'SNAPSHOT' }>['data']>().toEqualTypeOf<FuturesSnapshot>()
  expectTypeOf<Extract<Futures, { event: 'ORDER_FILLED' }>['data']>().toEqualTypeOf<FuturesOrderEvent>()
  expectTypeOf<EventOf<'/topic/tick/CR_BTCUSDT'>['data']>().toEqualTypeOf<TickData | null>()
  expectTypeOf<'/user/queue/secret'>().not.toExtend<Destination>()
})
