import { call, download } from '@maru/client/api/client'
import type { Fixing } from '@maru/contract'
import { formatDateTime, groupDigits } from '@maru/ui'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { t } from './texts.ts'

const columns: readonly Column<Fixing>[] = [
  { id: 'day', head: t('day'), cell: ({ tradingDay }) => <b className="num">{tradingDay}</b> },
  { id: 'rate', head: t('rate'), align: 'right', cell: ({ rate }) => groupDigits(rate) },
  { id: 'source', head: t('source'), cell: ({ source }) => source },
  { id: 'asOf', head: t('asOf'), cell: ({ sourceTs }) => <span className="num">{formatDateTime(sourceTs)}</span> },
  { id: 'at', head: t('fixedAt'), cell: ({ at }) => <span className="num">{formatDateTime(at)}</span> },
]
const idOf = ({ tradingDay }: Fixing) => tradingDay
const read = (asked: Asked) => call('GET /api/console/fx/fixing', { query: { ...asked } })

/** What each trading day was fixed at, the newest first. */
export function Fixings() {
  const list = usePaged<Fixing>(['fx', 'fixings'], read)
  return (
    <DataTable
      label={t('fixings')}
      list={list}
      columns={columns}
      idOf={idOf}
      empty={[t('noFixings'), t('noFixingsHint')]}
      csv={{ name: t('fixings'), read: (signal) => download('GET /api/console/fx/fixing.csv', { signal }) }}
    />
  )
}
