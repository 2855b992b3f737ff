import { useTexts } from '@maru/client/i18n/texts'
import type { PartnerWeek, ProfitRow } from '@maru/contract'
import { formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { type Days, profitQuery } from './queries.ts'
import { Statement } from './statement.tsx'
import { partnerTexts } from './texts.ts'
import { shortDay, statusKeys } from './words.ts'

/** Weeks by their sums; each opens to its statement. */
export function WeekList({ days }: { days: Days }) {
  const t = useTexts(partnerTexts)
  const profit = useQuery(profitQuery(days, false))
  const weeks = weeksOf(profit.data ?? [])
  return (
    <Loaded
      query={profit}
      isEmpty={weeks.length === 0}
      empty={[t('emptyPeriod'), t('emptyPeriodHint')]}
      skeleton={<RowSkeletons />}
    >
      {weeks.map((week) => (
        <Week key={week.from} week={week} />
      ))}
    </Loaded>
  )
}

function Week({ week }: { week: PartnerWeek }) {
  const t = useTexts(partnerTexts)
  const [isOpen, setOpen] = useState(false)
  const status = t(statusKeys[week.status])
  return (
    <details className="ptn-l" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>{t('days', { from: shortDay(week.from), to: shortDay(week.to), status })}</span>
        <b className="num">{formatKrw(week.amount)}</b>
      </summary>
      {isOpen && <Statement week={week} />}
    </details>
  )
}

function weeksOf(rows: readonly ProfitRow[]): PartnerWeek[] {
  return [...Map.groupBy(rows, ({ from }) => from).values()].map((types) => ({
    from: types[0]!.from,
    to: types[0]!.to,
    status: types[0]!.status,
    amount: String(types.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
  }))
}
