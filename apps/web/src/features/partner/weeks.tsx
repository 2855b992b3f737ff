import { useTexts } from '@maru/client/i18n/texts'
import type { PartnerDetail } from '@maru/contract'
import { formatDay, Segmented } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/index.ts'
import { ChosenDays } from './chosen-days.tsx'
import { Statement } from './statement.tsx'
import { partnerTexts } from './texts.ts'
import { WeekList } from './week-list.tsx'
import { dayAfter } from './words.ts'

type Period = 'week' | 'last' | 'month' | 'custom'
const periods = ['week', 'last', 'month', 'custom'] as const

/** What the partner earns: one week in full, or several by their sums. */
export function Weeks({ partner }: { partner: PartnerDetail }) {
  const t = useTexts(partnerTexts)
  const [period, setPeriod] = useState<Period>('week')
  const today = formatDay(clock.now())
  const month = { from: `${today.slice(0, 7)}-01`, to: today }
  return (
    <section className="ptn-w">
      <Segmented
        label={t('period')}
        choices={periods.map((value) => ({ value, label: t(value) }))}
        value={period}
        onChange={setPeriod}
      />
      {period === 'week' && <Statement key="week" week={partner.week} today={today} />}
      {period === 'last' && <Statement key="last" week={partner.last} />}
      {period === 'month' && <WeekList days={month} />}
      {period === 'custom' && <ChosenDays first={{ from: dayAfter(today, -28), to: today }} />}
    </section>
  )
}
