import { useTexts } from '@maru/client/i18n/texts'
import type { ReactNode } from 'react'
import { FilterChips } from './filter-chips.tsx'
import { listTexts } from './texts.ts'

/** Days that a list can go back; null for all time. */
export const periods = { days7: 7, days30: 30, days90: 90, allTime: null } as const
export type Period = keyof typeof periods
const names = Object.keys(periods) as Period[]

/** The chips of how far a list goes back. */
export function PeriodChips({
  value,
  onChange,
  children,
}: {
  value: Period
  onChange: (value: Period) => void
  children?: ReactNode
}) {
  const t = useTexts(listTexts)
  return (
    <FilterChips
      label={t('period')}
      choices={names.map((name) => ({ value: name, label: t(name) }))}
      value={value}
      onChange={onChange}
    >
      {children}
    </FilterChips>
  )
}
