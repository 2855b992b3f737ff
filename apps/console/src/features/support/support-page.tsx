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
import { kindWords, stateWords } from './words.ts'

const views = [
  { value: 'OPEN', label: '답할 것' },
  { value: 'ANSWERED', label: '답변함' },
  { value: 'CLOSED', label: '끝남' },
] as const
const idOf = ({ id }: DeskInquiryRow) => String(id)

const columns: readonly Column<DeskInquiryRow>[] = [
  {
    id: 'question',
    head: '문의',
    cell: ({ question, kind, id, isReview }) => (
      <>
        <span className="sp-q">{question}</span>
        <small className="num">
          {kindWords[kind]} · {id}
          {isReview && ' · 재검토'}
        </small>
      </>
    ),
  },
  {
    id: 'who',
    head: '회원',
    cell: ({ name, username }) => (
      <>
        {name}
        <small>{username}</small>
      </>
    ),
  },
  { id: 'at', head: '접수', cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span> },
  { id: 'taken', head: '담당', cell: ({ takenByName }) => takenByName ?? '–' },
  {
    id: 'due',
    head: '목표까지',
    align: 'right',
    cell: ({ dueAt, state }) =>
      dueAt === null ? stateWords[state] : <Left until={dueAt} over={<span className="over">24시간이 지남</span>} />,
  },
]

/** The inbox: who waits longest stands first; one inquiry is open beside it. */
export default function SupportPage() {
  const { '*': open = '' } = useParams()
  const navigate = useNavigate()
  const [state, setState] = useState<InquiryState>('OPEN')
  const read = (asked: Asked) => call('GET /api/console/contact', { query: { state, ...asked } })
  const list = usePaged<DeskInquiryRow>(['contact', state], read, { everyMs: deskPollMs })
  const rows = list.rows ?? []
  const at = rows.findIndex((row) => idOf(row) === open)
  const go = (id: number | undefined) => void navigate(id === undefined ? '/support' : `/support/${id}`)
  return (
    <Page
      title="문의"
      sub={<Segmented label="보기" choices={views} value={state} onChange={(next: InquiryState) => setState(next)} />}
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
        label="문의"
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        selected={open === '' ? null : open}
        onSelect={(row) => go(row?.id)}
        empty={['문의가 없습니다', '회원이 문의하면 여기에 나타납니다.']}
        csv={{
          name: '문의',
          read: (signal) => download('GET /api/console/contact.csv', { query: { state }, signal }),
        }}
      />
    </Page>
  )
}
