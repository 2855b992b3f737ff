import { afterEach, expect, test, vi } from 'vitest'
import { askedAhead } from './asked.ts'

afterEach(() => {
  vi.restoreAllMocks()
  globalThis.maruAsked = undefined
})
const answer = Promise.resolve(new Response('[]'))

test('an answer that was asked ahead is taken once', () => {
  globalThis.maruAsked = new Map([['/api/a?b=1', answer]])
  expect(askedAhead('/api/a')).toBeUndefined()
  expect(askedAhead('/api/a?b=1')).toBe(answer)
  expect(askedAhead('/api/a?b=1')).toBeUndefined()
})
test('an answer that was asked for after the first call is not taken by the second', () => {
  globalThis.maruAsked = new Map()
  expect(askedAhead('/api/late')).toBeUndefined()
  globalThis.maruAsked.set('/api/late', answer)
  expect(askedAhead('/api/late')).toBeUndefined()
})
test('an answer that nobody wanted at first is not taken later', () => {
  globalThis.maruAsked = new Map([['/api/old', answer]])
  vi.spyOn(performance, 'now').mockReturnValue(10_000)
  expect(askedAhead('/api/old')).toBeUndefined()
})
test('nothing was asked ahead where the page was not built', () => {
  expect(askedAhead('/api/b')).toBeUndefined()
})
