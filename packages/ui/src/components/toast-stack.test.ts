import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStack } from './toast-stack.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function stackWith(...titles: string[]) {
  const stack = createToastStack()
  for (const title of titles) stack.show({ title })
  return stack
}
const titlesOf = (stack: ReturnType<typeof createToastStack>) =>
  stack
    .shown()
    .filter(({ isLeaving }) => !isLeaving)
    .map(({ title }) => title)
const message = (title: string) => ({ title, durationMs: 10_000, mustStay: true })

test('toasts stand together, the newest on top', () => {
  expect(titlesOf(stackWith('a', 'b'))).toEqual(['b', 'a'])
})

test('of a fourth the oldest gives way', () => {
  expect(titlesOf(stackWith('a', 'b', 'c', 'd'))).toEqual(['d', 'c', 'b'])
})

test('what became of an order takes the place of what was told of it before', () => {
  const stack = stackWith('other')
  stack.show({ title: 'placed', about: 'order 7' })
  stack.show({ title: 'filled', about: 'order 7' })
  expect(stack.shown().map(({ title }) => title)).toEqual(['filled', 'other'])
})

test('each ends after its own time, and fades with its words', () => {
  const stack = stackWith('short')
  stack.show({ title: 'long', durationMs: 4_000 })
  vi.advanceTimersByTime(2_000)
  expect(titlesOf(stack)).toEqual(['long'])
  expect(stack.shown().map(({ title }) => title)).toEqual(['long', 'short'])
  vi.advanceTimersByTime(200)
  expect(stack.shown().map(({ title }) => title)).toEqual(['long'])
})

test('a message stays its 10 s, whatever comes after it', () => {
  const stack = createToastStack()
  stack.show(message('read me'))
  for (let second = 0; second < 9; second++) {
    for (const title of ['a', 'b', 'c', 'd']) stack.show({ title })
    vi.advanceTimersByTime(1_000)
    expect(titlesOf(stack)).toContain('read me')
    expect(titlesOf(stack).length).toBeLessThanOrEqual(3)
  }
  vi.advanceTimersByTime(1_000)
  expect(titlesOf(stack)).not.toContain('read me')
})

test('a third message waits for a place, and then stays its 10 s too; news always have one', () => {
  const stack = createToastStack()
  for (const title of ['first', 'second', 'third']) stack.show(message(title))
  stack.show({ title: 'filled' })
  expect(titlesOf(stack)).toEqual(['filled', 'second', 'first'])
  vi.advanceTimersByTime(10_000)
  expect(titlesOf(stack)).toEqual(['third'])
  vi.advanceTimersByTime(9_999)
  expect(titlesOf(stack)).toEqual(['third'])
  vi.advanceTimersByTime(1)
  expect(titlesOf(stack)).toEqual([])
})
