import { expect, test } from 'vitest'
import { byStaff } from '../envelope.ts'
import { Desk } from '../futures/testing.ts'
import { codeOf, House, SITE } from '../testing.ts'
import type { ConfigItem, Reply } from '../types.ts'

const set = (h: House, items: readonly ConfigItem[], effectiveFrom: number | null = null): Reply =>
  h.do({ kind: 'configureSet', ...byStaff(SITE, 9, '점검', { key: h.key() }), items, effectiveFrom })
const day = (to: string, before = '300000000'): ConfigItem => ({
  scope: 'site',
  optionId: null,
  changes: { maxDayExposure: to },
  before: { maxDayExposure: before },
})
const rate = (to: number, before = 19_000): ConfigItem => ({
  scope: 'round',
  optionId: 100,
  changes: { payoutRateBp: to },
  before: { payoutRateBp: before },
})
const valuesOf = (h: House, scope: ConfigItem['scope'], optionId: number | null) =>
  h.ask('configuration.values', { siteId: SITE, scope, optionId })

test('several rows change together, and each change is kept by itself', () => {
  const h = new House()
  expect(codeOf(set(h, [day('200000000'), rate(18_000)]))).toBe(200)
  expect(valuesOf(h, 'site', null)).toMatchObject({ maxDayExposure: '200000000' })
  expect(valuesOf(h, 'round', 100)).toMatchObject({ payoutRateBp: 18_000 })
  expect(h.calls.at(-1)!.rows.configChanges.map(({ scope, state }) => [scope, state])).toEqual([
    ['site', 'APPLIED'],
    ['round', 'APPLIED'],
  ])
})

test('where one of them is refused, none is made', () => {
  const h = new House()
  h.settle()
  const before = h.core.stateHash()
  expect(set(h, [day('200000000'), rate(20_000)]).body).toMatchObject({
    code: 'INVALID_REQUEST',
    params: { key: 'payoutRateBp' },
  })
  expect(codeOf(set(h, [day('200000000'), { ...rate(18_000), optionId: 999 }]))).toBe('STOCK_NOT_FOUND')
  expect(h.core.stateHash()).toBe(before)
})

test('what does not hold any more as it was seen is refused', () => {
  const h = new House()
  expect(codeOf(set(h, [rate(18_000, 18_500)]))).toBe('STALE_VERSION')
  expect(codeOf(set(h, [rate(18_000)]))).toBe(200)
  expect(codeOf(set(h, [rate(17_000)]))).toBe('STALE_VERSION')
  expect(codeOf(set(h, [{ ...rate(17_000), before: {} }]))).toBe('INVALID_REQUEST')
})

test('it waits for its time, and holds at once where that has passed before it was agreed to', () => {
  const h = new House()
  h.settle()
  set(h, [rate(18_000)], h.at + 60_000)
  expect(valuesOf(h, 'round', 100)).toMatchObject({ payoutRateBp: 19_000 })
  h.at += 60_000
  h.settle()
  expect(valuesOf(h, 'round', 100)).toMatchObject({ payoutRateBp: 18_000 })
  set(h, [rate(17_000, 18_000)], h.at - 1)
  expect(valuesOf(h, 'round', 100)).toMatchObject({ payoutRateBp: 17_000 })
})

test('a set is of rows of the site, each once, and of one table of brackets at most', () => {
  const h = new Desk()
  const { brackets } = valuesOf(h, 'futures', 1) as { brackets: unknown }
  const table = { scope: 'futures', optionId: 1, changes: { brackets }, before: { brackets } } as const
  expect(codeOf(set(h, []))).toBe('INVALID_REQUEST')
  expect(codeOf(set(h, [day('1'), day('2')]))).toBe('INVALID_REQUEST')
  expect(codeOf(set(h, [table, { ...table, optionId: 2 }]))).toBe('INVALID_REQUEST')
  expect(codeOf(set(h, [{ ...day('1'), changes: {} }]))).toBe('INVALID_REQUEST')
  expect(codeOf(set(h, [{ ...day('1'), scope: 'house' as never }]))).toBe('INVALID_REQUEST')
  expect(codeOf(set(h, [day('200000000'), table]))).toBe(200)
})

test('what would break an invariant is refused before anybody agrees to it', () => {
  const h = new Desk()
  h.trader(1)
  const refusal = (items: readonly ConfigItem[]) => h.ask('configuration.refusal', { siteId: SITE, items })
  const { brackets } = valuesOf(h, 'futures', 1) as { brackets: readonly { readonly maxLeverage: number }[] }
  const looser = brackets.map((one, nth) => (nth === 0 ? { ...one, maxLeverage: 125 } : one))
  const item = { scope: 'futures', optionId: 1, changes: { brackets: looser }, before: { brackets } } as const
  expect(refusal([item])).toMatchObject({ code: 'INVALID_REQUEST', params: { key: 'brackets' } })
  expect(refusal([{ ...item, changes: { brackets } }])).toBeNull()
})
