/** `demo`: every day 06:05 → 06:00 KST, no holidays. `real`: Monday to Friday 08:00 → 06:00 KST, holidays of the venue. */
export type Calendar = 'demo' | 'real'

/** When sessions are, as data. Times of day are those of `timeZone`; a session ends on the day after the one it opened on. */
export interface SessionPlan {
  readonly timeZone: string
  readonly opens: string
  readonly closes: string
  /** On which days one opens: 1 Monday … 7 Sunday. */
  readonly weekdays: readonly number[]
  readonly keepsHolidays: boolean
}

export const plans: Readonly<Record<Calendar, SessionPlan>> = {
  demo: {
    timeZone: 'Asia/Seoul',
    opens: '06:05',
    closes: '06:00',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    keepsHolidays: false,
  },
  real: {
    timeZone: 'Asia/Seoul',
    opens: '08:00',
    closes: '06:00',
    weekdays: [1, 2, 3, 4, 5],
    keepsHolidays: true,
  },
}
