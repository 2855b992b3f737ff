import './economic.css'
import { call, download } from '@maru/client/api/client'
import type { EconomicEvent } from '@maru/contract'
import { Button, formatDateTime, formatDay } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { FilterBar, useFilter } from '../../parts/filter-bar.tsx'
import { useKeys } from '../../parts/keys.ts'
import { instantOf } from '../../parts/local-time.ts'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ReleasePanel } from './release-panel.tsx'
import { t } from './texts.ts'

const dayMs = 86_400_000
/** What a day field that is empty stands for. */
const farthest = { from: Date.UTC(2000, 0, 1), to: Date.UTC(2100, 0, 1) }

const idOf = ({ id }: EconomicEvent) => String(id)

const columns: readonly Column<EconomicEvent>[] = [
  { id: 'at', head: t('at'), cell: ({ at }) => <span className="num">{formatDateTime(at).slice(0, 16)}</span> },
  { id: 'country', head: t('country'), cell: ({ country }) => country },
  { id: 'name', head: t('name'), cell: ({ name }) => <b>{name}</b> },
  { id: 'importance', head: t('importance'), align: 'right', cell: ({ importance }) => importance },
  { id: 'previous', head: t('previous'), align: 'right', cell: ({ previous }) => previous ?? '–' },
  { id: 'forecast', head: t('forecast'), align: 'right', cell: ({ forecast }) => forecast ?? '–' },
  { id: 'actual', head: t('actual'), align: 'right', cell: ({ actual }) => actual ?? '–' },
  { id: 'source', head: t('source'), cell: ({ source }) => source },
]

/** The calendar of economic releases: imported, corrected, and what members see of it. */
export default function EconomicPage() {
  const [today] = useState(() => clock.now())
  const { filter, set } = useFilter({
    startDate: formatDay(today - 7 * dayMs),
    endDate: formatDay(today + 30 * dayMs),
  })
  const query = {
    from: String(instantOf(`${filter['startDate']}T00:00`) ?? farthest.from),
    to: String((instantOf(`${filter['endDate']}T00:00`) ?? farthest.to) + dayMs),
  }
  const read = (asked: Asked) => call('GET /api/console/economic', { query: { ...query, ...asked } })
  const list = usePaged<EconomicEvent>(['economic', query.from, query.to], read)
  const [open, setOpen] = useState<number | null>(null)
  const [importing, setImporting] = useState(false)
  const [typing, setTyping] = useState(false)
  const may = useMay('content')
  useKeys([{ key: 'n', label: t('import'), run: () => setImporting(true) }], may)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  return (
    <Page
      title={t('title')}
      sub={<span className="sub">{t('hint')}</span>}
      tools={
        may && (
          <>
            <Button size={36} onClick={() => setTyping(true)}>
              {t('typeIn')}
            </Button>
            <Button tone="primary" size={36} onClick={() => setImporting(true)}>
              {t('import')} <kbd>N</kbd>
            </Button>
          </>
        )
      }
      side={
        row && (
          <ReleasePanel
            key={row.id}
            row={row}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by]?.id ?? null) }}
            onClose={() => setOpen(null)}
            onChanged={list.reload}
          />
        )
      }
    >
      <FilterBar filter={filter} set={set} selects={[]} />
      <DataTable
        label={t('title')}
        list={list}
        columns={columns}
        idOf={idOf}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        empty={[t('none'), t('noneHint')]}
        csv={{ name: t('title'), read: (signal) => download('GET /api/console/economic.csv', { query, signal }) }}
      />
      {typing && <EntryDialog onDone={list.reload} onClose={() => setTyping(false)} />}
      {importing && <ImportDialog onDone={list.reload} onClose={() => setImporting(false)} />}
    </Page>
  )
}
