import { call, download } from '@maru/client/api/client'
import type { StaffAct } from '@maru/contract'
import { Badge, Button, formatDateTime, TextField } from '@maru/ui'
import { type FormEvent, useRef, useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { ActPanel } from './act-panel.tsx'
import { ChainNote } from './chain-note.tsx'
import { emptyFilter, type Filter, queryOf, shortHash, summaryOf, whatOf } from './words.ts'
import './audit.css'

const idOf = ({ id }: StaffAct) => String(id)
const columns: readonly Column<StaffAct>[] = [
  { id: 'at', head: '시각', cell: ({ at }) => <span className="num">{formatDateTime(at)}</span> },
  { id: 'who', head: '직원', cell: ({ staffId }) => <span className="num">{staffId}</span> },
  {
    id: 'what',
    head: '무엇을',
    cell: (row) => (
      <>
        {whatOf(row)} {row.refusal !== null && <Badge tone="warn">거절</Badge>}
      </>
    ),
  },
  { id: 'subject', head: '대상', cell: ({ subjectId }) => <span className="num">{subjectId ?? '–'}</span> },
  { id: 'change', head: '이전 → 이후', isExtra: true, cell: (row) => summaryOf(row) },
  { id: 'hash', head: '해시', align: 'right', isExtra: true, cell: ({ hash }) => <code>{shortHash(hash)}</code> },
]

/** What staff did and looked at, the newest first; nothing of it can be changed. */
export default function AuditPage() {
  const [typed, setTyped] = useState<Filter>(emptyFilter)
  const [filter, setFilter] = useState<Filter>(emptyFilter)
  const [open, setOpen] = useState<number | null>(null)
  const read = (asked: Asked) => call('GET /api/console/audit', { query: { ...asked, ...queryOf(filter) } })
  const list = usePaged<StaffAct>(['audit', filter], read)
  const rows = list.rows ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const row = rows[at]
  const field = (name: keyof Filter) => ({
    value: typed[name],
    onValue: (value: string) => setTyped((now) => ({ ...now, [name]: value })),
  })
  const form = useRef<HTMLFormElement>(null)
  useKeys([{ key: '/', label: '찾기', run: () => form.current?.querySelector('input')?.focus() }])
  const search = (event: FormEvent) => {
    event.preventDefault()
    setFilter(typed)
  }
  return (
    <Page
      title="감사 기록"
      sub={<span className="sub">직원이 본 것도 남습니다. 고치거나 지울 수 없습니다.</span>}
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
      <form ref={form} className="panel audit-f" aria-label="기록 찾기" onSubmit={search}>
        <TextField label="직원 번호" inputMode="numeric" maxLength={15} {...field('actor')} />
        <TextField label="무엇을" maxLength={200} {...field('action')} />
        <TextField label="대상 번호" inputMode="numeric" maxLength={15} {...field('subject')} />
        <TextField label="부터" type="date" {...field('from')} />
        <TextField label="까지" type="date" {...field('to')} />
        <Button type="submit" size={36}>
          찾기
        </Button>
      </form>
      <DataTable
        label="감사 기록"
        list={list}
        columns={columns}
        idOf={idOf}
        selected={open === null ? null : String(open)}
        onSelect={(chosen) => setOpen(chosen?.id ?? null)}
        toneOf={({ refusal }) => (refusal === null ? undefined : 'warn')}
        empty={['기록이 없습니다', '조건에 맞는 일이 없습니다.']}
        csv={{
          name: '감사-기록',
          read: (signal) => download('GET /api/console/audit.csv', { query: queryOf(filter), signal }),
        }}
      />
    </Page>
  )
}
