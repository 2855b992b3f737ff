import { formatCountdown } from '@maru/ui'
import type { ReactNode } from 'react'
import { useNow } from '../live/use-now.ts'
import { t } from './texts.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** How long something has waited, red once it is longer than `lateMs`. */
export function Age({ since, lateMs }: { since: number; lateMs?: number }) {
  const age = Math.max(0, useNow() - since)
  const isLate = lateMs !== undefined && age >= lateMs
  return <span className={isLate ? 'num over' : 'num'}>{ageText(age)}</span>
}

/** What is left until a time; afterwards `over`, or 00:00. */
export function Left({ until, over }: { until: number; over?: ReactNode }) {
  const left = until - useNow()
  if (left <= 0 && over !== undefined) return over
  return <span className="num">{ageText(Math.max(0, left))}</span>
}

function ageText(ms: number): string {
  if (ms >= dayMs) return t('daysHours', { days: Math.floor(ms / dayMs), hours: Math.floor((ms % dayMs) / hourMs) })
  if (ms < hourMs) return formatCountdown(Math.floor(ms / 1_000) * 1_000)
  return t('hoursMinutes', { hours: Math.floor(ms / hourMs), minutes: Math.floor((ms % hourMs) / 60_000) })
}
