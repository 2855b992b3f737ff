import { formatDay } from '@maru/ui'

/** A row of a list, or the day above its rows. */
export type DayRow<T> =
  | { readonly kind: 'day'; readonly id: string; readonly day: string }
  | { readonly kind: 'row'; readonly id: number; readonly row: T }

const dayMs = 86_400_000

/** Rows, newest first, with a row before each KST day. */
export function groupedByDay<T extends { readonly id: number }>(
  rows: readonly T[],
  timeOf: (row: T) => number,
): DayRow<T>[] {
  const grouped: DayRow<T>[] = []
  let before = ''
  for (const row of rows) {
    const day = formatDay(timeOf(row))
    if (day !== before) grouped.push({ kind: 'day', id: day, day })
    grouped.push({ kind: 'row', id: row.id, row })
    before = day
  }
  return grouped
}

/** 2026-10-14 (수) */
export function dayWithWeekday(day: string, weekdays: string): string {
  return `${day} (${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''})`
}

/** The KST days of the last `days` days, today included, as the list calls take them; none for all time. */
export function periodOf(days: number | null, now: number): { startDate?: string; endDate?: string } {
  if (days === null) return {}
  return { startDate: formatDay(now - (days - 1) * dayMs), endDate: formatDay(now) }
}
