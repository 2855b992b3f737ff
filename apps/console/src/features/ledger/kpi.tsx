import { call, download } from '@maru/client/api/client'
import type { KpiDay, RetentionWeek } from '@maru/contract'
import { formatKrw } from '@maru/ui'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { t } from './texts.ts'

const days: readonly Column<KpiDay>[] = [
  { id: 'day', head: t('day'), cell: ({ day }) => <span className="num">{day}</span> },
  { id: 'actives', head: t('actives'), align: 'right', cell: ({ actives }) => actives },
  { id: 'joined', head: t('joined'), align: 'right', cell: ({ joined }) => joined },
  { id: 'depositors', head: t('depositors'), align: 'right', cell: ({ depositors }) => depositors },
  { id: 'deposits', head: t('deposits'), align: 'right', cell: ({ deposits }) => formatKrw(deposits) },
]

/** How many of those who signed up came back, with their share. */
const later = (weeks: 1 | 4 | 8 | 12): Column<RetentionWeek> => ({
  id: `after${weeks}`,
  head: t('later', { weeks }),
  align: 'right',
  cell: (row) => {
    const count = row[`after${weeks}`]
    return count === null ? '–' : `${count} (${Math.round((count / row.joined) * 100)}%)`
  },
})
const weeks: readonly Column<RetentionWeek>[] = [
  { id: 'week', head: t('week'), cell: ({ week }) => <span className="num">{week}</span> },
  { id: 'joined', head: t('joined'), align: 'right', cell: ({ joined }) => joined },
  ...([1, 4, 8, 12] as const).map(later),
]

const readDays = (asked: Asked) => call('GET /api/console/kpi', { query: { ...asked } })
const readWeeks = (asked: Asked) => call('GET /api/console/retention', { query: { ...asked } })

/** How the site did over 90 days: who was active and paid in, and who of each week's sign-ups came back. */
export function Kpi() {
  const byDay = usePaged<KpiDay>(['kpi'], readDays)
  const byWeek = usePaged<RetentionWeek>(['retention'], readWeeks)
  return (
    <>
      <DataTable
        label={t('kpi')}
        list={byDay}
        columns={days}
        idOf={({ day }) => day}
        empty={[t('kpiNone'), t('kpiNoneHint')]}
        csv={{ name: t('kpi'), read: (signal) => download('GET /api/console/kpi.csv', { signal }) }}
      />
      <DataTable
        label={t('retention')}
        list={byWeek}
        columns={weeks}
        idOf={({ week }) => week}
        empty={[t('kpiNone'), t('kpiNoneHint')]}
        csv={{ name: t('retention'), read: (signal) => download('GET /api/console/retention.csv', { signal }) }}
      />
    </>
  )
}
