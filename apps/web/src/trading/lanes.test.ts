// @vitest-environment happy-dom

import { ApiError } from '@maru/client/api/error'
import type { BettingReply } from '@maru/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { createLanes } from './lanes.ts'

const sent = vi.hoisted(() => ({ answer: (): Promise<unknown> => Promise.resolve({}), commands: [] as unknown[][] }))
vi.mock('@maru/client/api/command', () => ({
  newKey: () => `key-${sent.commands.length}`,
  submitCommand: (name: string, body: unknown, _onChecking: unknown, key: string) => {
    sent.commands.push([name, body, key])
    return sent.answer()
  },
  recoverCommand: (name: string, key: string) => {
    sent.commands.push([name, key])
    return sent.answer()
  },
}))

const body = { tradeRoundId: 1, type: 'B', point: 1_000 } as const
const orders: BettingReply[] = []
const make = () =>
  createLanes<'bet', 'POST /api/trade/history/betting'>({
    name: 'trade',
    order: 'POST /api/trade/history/betting',
    restMs: 1_000,
    doubtful: [['trade', 'game']],
    onOrder: (reply) => orders.push(reply),
  })

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  orders.length = 0
  sent.commands.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('takes one command at a time, and rests after an order that was accepted', async () => {
  const lanes = make()
  sent.answer = () => Promise.resolve({ bet: 1 })
  const first = lanes.run('bet', 'POST /api/trade/history/betting', body)
  expect(lanes.stateOf('bet')).toBe('sending')
  expect(await lanes.run('bet', 'POST /api/trade/history/betting', body)).toBeNull()
  expect(await first).toEqual({ bet: 1 })
  expect(orders).toEqual([{ bet: 1 }])
  vi.advanceTimersByTime(999)
  expect(lanes.stateOf('bet')).toBe('done')
  vi.advanceTimersByTime(1)
  expect(lanes.stateOf('bet')).toBeNull()
  expect(sent.commands).toEqual([['POST /api/trade/history/betting', body, 'key-0']])
})

test('leaves a refusal to whom it was sent by, and asks again for what it makes doubtful', async () => {
  const stale = vi.spyOn(queryClient, 'invalidateQueries')
  const refusal = new ApiError('ROUND_LIMIT_EXCEEDED')
  sent.answer = () => Promise.reject(refusal)
  const told: ApiError[] = []
  const lanes = make()
  expect(await lanes.run('bet', 'POST /api/trade/history/betting', body, (error) => void told.push(error))).toBeNull()
  expect(told).toEqual([refusal])
  expect(stale.mock.calls).toEqual([[{ queryKey: ['trade', 'game'] }]])
  expect([lanes.stateOf('bet'), orders]).toEqual([null, []])
})

test('finds out after a reload what became of a command without an answer', async () => {
  sent.answer = () => Promise.reject(new ApiError('RESULT_UNKNOWN'))
  await make().run('bet', 'POST /api/trade/history/betting', body, () => {})
  sent.answer = () => Promise.resolve({ bet: 2 })
  const lanes = make()
  const resumed = lanes.resumeCommands()
  expect(lanes.stateOf('bet')).toBe('checking')
  await resumed
  expect(sent.commands.at(-1)).toEqual(['POST /api/trade/history/betting', 'key-0'])
  expect([orders, lanes.stateOf('bet')]).toEqual([[{ bet: 2 }], 'done'])
  // It is known now: the next visit has nothing to ask.
  await make().resumeCommands()
  expect(sent.commands).toHaveLength(2)
})

/** One lock over all tabs, as navigator.locks gives it. */
function lockTabs() {
  const last = new Map<string, Promise<unknown>>()
  const request = (name: string, task: () => Promise<unknown>) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(task, task)
    last.set(name, turn)
    return turn
  }
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
}

test('a command that one tab sent is not given a second time by another one before its outcome is known', async () => {
  lockTabs()
  const first = Promise.withResolvers<unknown>()
  sent.answer = () => first.promise
  const asked = make().run('bet', 'POST /api/trade/history/betting', body)
  await vi.waitFor(() => expect(sent.commands).toHaveLength(1))
  const other = make()
  const resumed = other.resumeCommands()
  expect(other.stateOf('bet')).toBe('checking')
  expect(await other.run('bet', 'POST /api/trade/history/betting', body)).toBeNull()
  first.resolve({ bet: 3 })
  await Promise.all([asked, resumed])
  // Only the tab that sent it tells of it, and nobody asked what became of it.
  expect([orders, sent.commands.length, other.stateOf('bet')]).toEqual([[{ bet: 3 }], 1, null])
})

test('a tab that is open already finds out what became of what a closed one sent', async () => {
  lockTabs()
  make()
  sent.answer = () => Promise.reject(new ApiError('RESULT_UNKNOWN'))
  await make().run('bet', 'POST /api/trade/history/betting', body, () => {})
  sent.answer = () => Promise.resolve({ bet: 4 })
  const [key] = Object.keys(localStorage)
  dispatchEvent(new StorageEvent('storage', { key: key! }))
  await vi.waitFor(() => expect(orders).toEqual([{ bet: 4 }]))
  expect(sent.commands.slice(1)).toEqual([['POST /api/trade/history/betting', 'key-0']])
})

test('while the outcome of an order is unknown its button says so and takes no second one; it is asked again', async () => {
  const told: ApiError[] = []
  sent.answer = () => Promise.reject(new ApiError('RESULT_UNKNOWN'))
  const lanes = make()
  await lanes.run('bet', 'POST /api/trade/history/betting', body, (error) => void told.push(error))
  expect([lanes.stateOf('bet'), told.length]).toEqual(['checking', 1])
  expect(await lanes.run('bet', 'POST /api/trade/history/betting', body)).toBeNull()
  sent.answer = () => Promise.resolve({ bet: 5 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect([orders, lanes.stateOf('bet')]).toEqual([[{ bet: 5 }], 'done'])
  expect(sent.commands.map((command) => command.at(-1))).toEqual(['key-0', 'key-0'])
})
