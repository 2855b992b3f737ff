import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToldOrders } from './told-orders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an order that the channel tells of, before or soon after its reply, is not told from the reply', () => {
  const orders = createToldOrders()
  const tell = vi.fn()
  orders.told(1)
  orders.accepted(1, tell)
  orders.accepted(2, tell)
  vi.advanceTimersByTime(900)
  orders.told(2)
  vi.advanceTimersByTime(5_000)
  expect(tell).not.toHaveBeenCalled()
})

test('an order that the channel is silent about is told from its reply, once', () => {
  const orders = createToldOrders()
  const tell = vi.fn()
  orders.accepted(1, tell)
  vi.advanceTimersByTime(900)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(tell).toHaveBeenCalledOnce()
})

test('the newest hundred orders are remembered', () => {
  const orders = createToldOrders()
  const tell = vi.fn()
  for (let id = 1; id <= 101; id++) orders.told(id)
  orders.accepted(2, tell)
  orders.accepted(101, tell)
  vi.advanceTimersByTime(5_000)
  expect(tell).not.toHaveBeenCalled()
  orders.accepted(1, tell)
  vi.advanceTimersByTime(5_000)
  expect(tell).toHaveBeenCalledOnce()
})
