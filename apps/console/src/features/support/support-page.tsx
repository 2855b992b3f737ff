import './support.css'
import { call, download } from '@maru/client/api/client'
import type { DeskInquiryRow, InquiryState } from '@maru/contract'
import { formatDateTime, Segmented } from '@maru/ui'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { deskPollMs } from '../../live/use-desk.ts'
import { Left } from '../../parts/age.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { InquiryPanel } from './inquiry-panel.tsx'
import { t } from './texts.ts'
import { kindWords, stateWords } from './words.ts'

const views = [
  { value: 'OPEN', label: t('viewOpen') },
  { value: 'ANSWERED', label: t('viewAnswered') },
  { value: 'CLOSED', label: t('ended') },
] as const
const idOf = ({ id }: DeskInquiryRow) => String(id)

const columns: readonly Column<DeskInquiryRow>[] = [
  {
    id: 'question',
    head: t('inquiry'),
    cell: ({ question, kind, id, isReview }) => (
      <>
        <span className="sp-q">{question}</span>
        <small className="num">
          {kindWords[kind]} · {id}
          {isReview && ` · ${t('review')}`}
        </small>
      </>
    ),
  },
  {
    id: 'who',
    head: t('member'),
    cell: ({ name, username }) => (
      <>
        {name}
        <small>{username}</small>
      </>
    ),
  },
  {
    id: 'at',
    isExtra: true,
    head: t('receivedAt'),
    cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt).slice(5, 16)}</span>,
  },
  { id: 'taken', head: t('takenBy'), isExtra: true, cell: ({ takenByName }) => takenByName ?? '–' },
  {
    id: 'due',
    head: t('untilGoal'),
    align: 'right',
    cell: ({ dueAt, state }) =>
      dueAt === null ? stateWords[state] : <Left until={dueAt} over={<span className="over">{t('overDay')}</span>} />,
  },
]

/** The inbox: who waits longest stands first; one inquiry is open beside it. */
export default function SupportPage() {
  const { '*': open = '' } = useParams()
  const navigate = useNavigate()
  const [state, setState] = useState<InquiryState>('OPEN')
  const read = (asked: Asked) => call('GET /api/console/contact', { query: { state, ...asked } })
  const list = usePaged<DeskInquiryRow>(['contact', state], read, { everyMs: deskPollMs, cutBy: 'all' })
  const rows = list.rows ?? []
  const at = rows.findIndex((row) => idOf(row) === open)
  const go = (id: number | undefined) => void navigate(id === undefined ? '/support' : `/support/${id}`)
  return (
    <Page
      title={t('inquiries')}
      sub={
        <Segmented label={t('view')} choices={views} value={state} onChange={(next: InquiryState) => setState(next)} />
      }
      side={
        /^\d+$/.test(open) && (
          <InquiryPanel
            key={open}
            id={open}
            place={{ at, of: rows.length, go: (by) => go(rows[at + by]?.id) }}
            onClose={() => go(undefined)}
            onChanged={list.reload}
          />
        )
      }
    >
      <DataTable
        label={t('inquiries')}
        list={list}
        filter={{
          value: { state: state === 'OPEN' ? '' : state },
          apply: (next) => setState(views.find(({ value }) => value === next['state'])?.value ?? 'OPEN'),
        }}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === '' ? null : open}
        onSelect={(row) => go(row?.id)}
        empty={[t('none'), t('noneHint')]}
        csv={{
          name: t('file'),
          read: (signal, cut) => download('GET /api/console/contact.csv', { query: { state, ...cut }, signal }),
        }}
      />
    </Page>
  )
}
