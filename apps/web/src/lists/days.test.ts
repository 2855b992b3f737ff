import { describe, expect, it } from 'vitest'
import { dayWithWeekday, groupedByDay, periodOf } from './days.ts'

const kst = (text: string) => Date.parse(`${text}+09:00`)
const row = (id: number, at: string) => ({ id, at: kst(at) })

describe('the days of a history', () => {
  it('are Korean days: a row just after midnight opens a new one', () => {
    const rows = groupedByDay(
      [row(3, '2026-10-14T00:00:01'), row(2, '2026-10-13T23:59:59'), row(1, '2026-10-13T10:00:00')],
      ({ at }) => at,
    )
    expect(rows.map(({ id }) => id)).toEqual(['2026-10-14', 3, '2026-10-13', 2, 1])
  })

  it('carry their weekday', () => {
    expect(dayWithWeekday('2026-10-14', '일월화수목금토')).toBe('2026-10-14 (수)')
  })

  it('make periods that include today', () => {
    const now = kst('2026-10-14T08:00:00')
    expect(periodOf(7, now)).toEqual({ startDate: '2026-10-08', endDate: '2026-10-14' })
    expect(periodOf(null, now)).toEqual({})
  })
})
