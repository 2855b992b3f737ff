import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellUntold } from './told-orders.ts'

const tell = vi.fn()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  tell.mockReset()
})

test('an order that the channel tells of, before or soon after its reply, is not told from the reply', () => {
  const orders = tellUntold(tell)
  orders.told(1)
  orders.accepted({ id: 1 })
  orders.accepted({ id: 2 })
  vi.advanceTimersByTime(900)
  orders.told(2)
  vi.advanceTimersByTime(5_000)
  expect(tell).not.toHaveBeenCalled()
})

test('an order that the channel is silent about is told from its reply, once', () => {
  const orders = tellUntold(tell)
  orders.accepted({ id: 1 })
  vi.advanceTimersByTime(900)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(tell).toHaveBeenCalledExactlyOnceWith({ id: 1 })
})

test('the newest hundred orders are remembered', () => {
  const orders = tellUntold(tell)
  for (let id = 1; id <= 101; id++) orders.told(id)
  orders.accepted({ id: 2 })
  orders.accepted({ id: 101 })
  vi.advanceTimersByTime(5_000)
  expect(tell).not.toHaveBeenCalled()
  orders.accepted({ id: 1 })
  vi.advanceTimersByTime(5_000)
  expect(tell).toHaveBeenCalledOnce()
})
