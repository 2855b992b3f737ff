import { call, download } from '@maru/client/api/client'
import type { ListedAct } from '@maru/contract'
import { Badge, Button, formatDateTime, Segmented, TextField } from '@maru/ui'
import { type FormEvent, useRef, useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { SavedFilters } from '../../parts/saved-filters.tsx'
import { ActPanel } from './act-panel.tsx'
import { ChainNote } from './chain-note.tsx'
import { t } from './texts.ts'
import { emptyFilter, type Filter, queryOf, sentenceOf, shortHash, summaryOf } from './words.ts'
import './audit.css'

const idOf = ({ id }: ListedAct) => String(id)
const columns: readonly Column<ListedAct>[] = [
  { id: 'at', head: t('time'), cell: ({ at }) => <span className="num">{formatDateTime(at)}</span> },
  {
    id: 'act',
    head: t('act'),
    cell: (row) => (
      <>
        {sentenceOf(row)} {row.refusal !== null && <Badge tone="warn">{t('refused')}</Badge>}
      </>
    ),
  },
  { id: 'change', head: t('beforeAfter'), isExtra: true, cell: (row) => summaryOf(row) },
  {
    id: 'hash',
    head: t('hash'),
    align: 'right',
    isExtra: true,
    cell: ({ hash }) => (hash === null ? <span className="dim">{t('sealing')}</span> : <code>{shortHash(hash)}</code>),
  },
]

const kinds = [
  { value: 'CHANGES', label: t('done') },
  { value: 'READS', label: t('looked') },
  { value: 'ALL', label: t('all') },
] as const
type Kind = (typeof kinds)[number]['value']

/** What staff did and looked at, the newest first; nothing of it can be changed. */
export default function AuditPage() {
  const [typed, setTyped] = useState<Filter>(emptyFilter)
  const [filter, setFilter] = useState<Filter>(emptyFilter)
  const [open, setOpen] = useState<number | null>(null)
  const [kind, setKind] = useState<Kind>('CHANGES')
  const wanted = { ...queryOf(filter), ...(kind !== 'ALL' && { kind }) }
  const read = (asked: Asked) => call('GET /api/console/audit', { query: { ...asked, ...wanted } })
  const list = usePaged<ListedAct>(['audit', filter, kind], read)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  const field = (name: keyof Filter) => ({
    value: typed[name],
    onValue: (value: string) => setTyped((now) => ({ ...now, [name]: value })),
  })
  const apply = ({ kind: saved, ...fields }: Readonly<Record<string, string>>) => {
    const next = { ...emptyFilter, ...fields }
    setTyped(next)
    setFilter(next)
    setKind(kinds.find(({ value }) => value === saved)?.value ?? 'CHANGES')
  }
  const form = useRef<HTMLFormElement>(null)
  useKeys([{ key: '/', label: t('find'), run: () => form.current?.querySelector('input')?.focus() }])
  const search = (event: FormEvent) => {
    event.preventDefault()
    setFilter(typed)
  }
  return (
    <Page
      title={t('title')}
      sub={<span className="sub">{t('hint')}</span>}
      tools={<Segmented label={t('show')} choices={kinds} value={kind} onChange={(next: Kind) => setKind(next)} />}
      side={
        row && (
          <ActPanel
            key={row.id}
            row={row}
            place={{ at, of: rows.length, go: (by) => setOpen(rows[at + by]?.id ?? null) }}
            onClose={() => setOpen(null)}
          />
        )
      }
    >
      <ChainNote />
      <section className="panel audit-find">
        <form ref={form} className="audit-f" aria-label={t('findLabel')} onSubmit={search}>
          <TextField label={t('staffNumber')} maxLength={80} {...field('actor')} />
          <TextField label={t('what')} maxLength={200} {...field('action')} />
          <TextField label={t('subjectNumber')} inputMode="numeric" maxLength={15} {...field('subject')} />
          <TextField label={t('from')} type="date" {...field('from')} />
          <TextField label={t('to')} type="date" {...field('to')} />
          <Button type="submit" size={36}>
            {t('find')}
          </Button>
        </form>
        <div className="filter">
          <SavedFilters id="audit" value={{ ...filter, kind: kind === 'CHANGES' ? '' : kind }} apply={apply} />
        </div>
      </section>
      <DataTable
        label={t('title')}
        list={list}
        columns={columns}
        idOf={idOf}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ refusal }) => (refusal === null ? undefined : 'warn')}
        empty={[t('none'), t('noneHint')]}
        csv={{
          name: t('file'),
          read: (signal) => download('GET /api/console/audit.csv', { query: wanted, signal }),
        }}
      />
    </Page>
  )
}
