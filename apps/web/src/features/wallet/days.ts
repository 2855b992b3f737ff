import type { Bet } from '@maru/contract'
import { formatDay } from '@maru/ui'

export type HistoryRow =
  | { readonly kind: 'day'; readonly id: string; readonly day: string }
  | { readonly kind: 'bet'; readonly id: number; readonly bet: Bet }

const dayMs = 86_400_000

/** Bets, newest first, with a row before each KST day. */
export function groupedByDay(bets: readonly Bet[]): HistoryRow[] {
  const rows: HistoryRow[] = []
  let before = ''
  for (const bet of bets) {
    const day = formatDay(bet.createdAt)
    if (day !== before) rows.push({ kind: 'day', id: day, day })
    rows.push({ kind: 'bet', id: bet.id, bet })
    before = day
  }
  return rows
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
