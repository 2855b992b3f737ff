import { Side } from '@maru/contract'
import { expect, test } from 'vitest'
import { kstDay, kstDayPeriod, listOf, pageAnswer, pageOfQuery, periodOf } from './filters.ts'

test('a day begins and ends at midnight in Seoul', () => {
  expect(kstDayPeriod('2026-11-21')).toEqual({
    from: Date.parse('2026-11-20T15:00:00Z'),
    to: Date.parse('2026-11-21T15:00:00Z'),
  })
  expect(kstDay(Date.parse('2026-11-20T14:59:59.999Z'))).toBe('2026-11-20')
  expect(kstDay(Date.parse('2026-11-20T15:00:00Z'))).toBe('2026-11-21')
})

test('startDate and endDate are both inside; one that is missing leaves its end open', () => {
  expect(periodOf({ startDate: '2026-11-20', endDate: '2026-11-21' })).toEqual({
    from: kstDayPeriod('2026-11-20').from,
    to: kstDayPeriod('2026-11-21').to,
  })
  expect(periodOf({})).toEqual({ from: 0, to: Number.MAX_SAFE_INTEGER })
  expect(() => periodOf({ startDate: '2026-11-21', endDate: '2026-11-20' })).toThrow('INVALID_REQUEST')
})

test('of a comma list the known members count; an empty list is none', () => {
  for (const none of [undefined, '', ',', ' , ']) expect(listOf(Side, none)).toBeNull()
  for (const both of ['B,S', 'B,,S,', ' B , S ', 'B,X,S', 'B,S,b']) expect(listOf(Side, both)).toEqual(['B', 'S'])
  for (const unknown of ['X', 'B S', 'b']) expect(listOf(Side, unknown)).toEqual([])
})

test('naming a page or a size asks for a page, as resultType does', () => {
  expect(pageOfQuery({})).toBeNull()
  expect(pageOfQuery({ resultType: 'List' })).toBeNull()
  expect(pageOfQuery({ resultType: 'Page' })).toEqual({ page: 0, size: 20, limit: 20, offset: 0 })
  expect(pageOfQuery({ page: 3, size: 50 })).toEqual({ page: 3, size: 50, limit: 50, offset: 150 })
  const asked = pageOfQuery({ size: 2 })
  if (!asked) throw new Error('a size asks for a page')
  expect(pageAnswer(asked, ['a', 'b'], 5)).toEqual({
    content: ['a', 'b'],
    page: 0,
    size: 2,
    totalElements: 5,
    totalPages: 3,
  })
})
