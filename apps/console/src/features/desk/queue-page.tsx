import { call, download } from '@maru/client/api/client'
import type { DeskListRow } from '@maru/contract'
import { formatCount, Segmented } from '@maru/ui'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { clock } from '../../live/live.ts'
import { deskPollMs } from '../../live/use-desk.ts'
import { DataTable, type Group } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { BulkApprove } from './bulk-approve.tsx'
import { columns } from './columns.tsx'
import { RequestPanel } from './request-panel.tsx'
import { t } from './texts.ts'
import { closedStatuses, type Kind, kindWords, openStatuses, stageOf } from './words.ts'

const views = [
  { value: 'open', label: t('todo') },
  { value: 'closed', label: t('done') },
  { value: 'all', label: t('all') },
] as const
type View = (typeof views)[number]['value']
const statusesOf: Readonly<Record<View, string | undefined>> = {
  open: openStatuses.join(','),
  closed: closedStatuses.join(','),
  all: undefined,
}
/** What leaves are withdrawals, and sales that the desk decides. */
const typesOf: Readonly<Record<Kind, string>> = { D: 'D', W: 'W,WS' }
const idOf = ({ id }: DeskListRow) => String(id)
const stages = ['do', 'cancelable', 'paying', 'done'] as const
const heads = {
  do: [t('todo'), t('oldestFirst')],
  cancelable: [t('mayCancel'), t('mayCancelHint')],
  paying: [t('paying'), t('payingHint')],
  done: [t('over'), ''],
} as const

/** Deposits or withdrawals: what has to be done, the oldest first, and what was done. */
export function QueuePage({ kind, path }: { kind: Kind; path: string }) {
  const { '*': open = '' } = useParams()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const view = views.find(({ value }) => value === search.get('view'))?.value ?? 'open'
  const q = search.get('q') ?? ''
  const statusStrs = statusesOf[view]
  const wanted = {
    typeStrs: typesOf[kind],
    order: view === 'open' ? ('OLDEST' as const) : ('NEWEST' as const),
    ...(statusStrs !== undefined && { statusStrs }),
    ...(q !== '' && { q }),
  }
  const read = (asked: Asked) => call('GET /api/console/dnw', { query: { ...wanted, ...asked } })
  const list = usePaged<DeskListRow>(['dnw', kind, view, q], read, { everyMs: deskPollMs, cutBy: 'days' })
  const now = clock.now()
  const rows = view === 'open' ? byStage(list.rows, now) : list.rows
  const at = rows?.findIndex(({ id }) => String(id) === open) ?? -1
  const go = (id: number | null) => void navigate(`/${path}${id === null ? '' : `/${id}`}?${search}`)
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const groupOf = (row: DeskListRow): Group => {
    const stage = stageOf(row, now)
    const [title, detail] = heads[stage]
    const count = rows?.filter((one) => stageOf(one, now) === stage).length ?? 0
    return { key: stage, title: `${title} ${formatCount(count)}`, detail }
  }
  return (
    <Page
      title={kindWords[kind]}
      sub={
        <Segmented label={t('show')} choices={views} value={view} onChange={(value: View) => change('view', value)} />
      }
      tools={
        <>
          {view === 'open' && <BulkApprove rows={rows ?? []} onDone={list.reload} />}
          <SearchField
            label={t('findOf', { kind: kindWords[kind] })}
            placeholder={t('findHint')}
            value={q}
            onSearch={(text) => change('q', text)}
          />
        </>
      }
      side={
        /^\d+$/.test(open) && (
          <RequestPanel
            key={open}
            id={open}
            place={{ at, of: rows?.length ?? 0, go: (by) => go(rows?.[at + by]?.id ?? null) }}
            onClose={() => go(null)}
            onChanged={list.reload}
          />
        )
      }
    >
      <DataTable
        label={kindWords[kind]}
        list={{ ...list, rows }}
        filter={{ value: Object.fromEntries(search), apply: (next) => setSearch(next, { replace: true }) }}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === '' ? null : open}
        onSelect={(row) => go(row?.id ?? null)}
        toneOf={(row) => (['cancelable', 'done'].includes(stageOf(row, now)) ? 'done' : undefined)}
        {...(view === 'open' && { groupOf })}
        empty={
          q === '' && view === 'open'
            ? [t('noneOf', { kind: kindWords[kind] }), t('noneHint')]
            : [t('noMatch'), t('noMatchHint')]
        }
        csv={{
          name: kindWords[kind],
          read: (signal, cut) => download('GET /api/console/dnw.csv', { query: { ...wanted, ...cut }, signal }),
        }}
      />
    </Page>
  )
}

const byStage = (rows: readonly DeskListRow[] | undefined, now: number): readonly DeskListRow[] | undefined =>
  rows && stages.flatMap((stage) => rows.filter((row) => stageOf(row, now) === stage))
