import type { DeskListRow } from '@maru/contract'
import { Badge, formatMoney, formatTime } from '@maru/ui'
import { Age, Left } from '../../parts/age.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { requestStatusWords, said } from '../../parts/desk-words.ts'
import { Marks } from '../../parts/marks.tsx'
import { useMe } from '../../session/staff.ts'
import { t } from './texts.ts'
import { isOpen } from './words.ts'

/** An hour is late for a deposit, twenty minutes for a withdrawal that its member can no longer take back. */
const lateMs = { D: 3_600_000, W: 1_200_000 } as const

export const columns: readonly Column<DeskListRow>[] = [
  {
    id: 'at',
    head: t('request'),
    cell: ({ createdAt, id }) => (
      <>
        <span className="num">{formatTime(createdAt)}</span>
        <small className="num">{id}</small>
      </>
    ),
  },
  {
    id: 'who',
    head: t('memberAccount'),
    cell: ({ username, name, account, counterparty }) => (
      <>
        {username} {name}
        <small>{account ?? counterparty ?? ''}</small>
      </>
    ),
  },
  {
    id: 'amount',
    head: t('amount'),
    align: 'right',
    cell: ({ point, currency }) => <b>{formatMoney(point, currency, currency !== 'KRW')}</b>,
  },
  { id: 'flags', head: t('riskFlags'), cell: (row) => <Flags row={row} /> },
  { id: 'state', head: t('status'), cell: (row) => <State row={row} /> },
  { id: 'age', head: t('waiting'), align: 'right', cell: (row) => <Waiting row={row} /> },
]

function Flags({ row: { flagWords, marks } }: { row: DeskListRow }) {
  const [first, ...others] = flagWords.map(said)
  if (first === undefined && marks.length === 0) return <small className="dim">{t('noFlags')}</small>
  return (
    <span className="flags" title={flagWords.map(said).join('\n')}>
      <Marks marks={marks} />
      {first !== undefined && <Badge tone="warn">{first}</Badge>}
      {others.length > 0 && <Badge tone="warn">+{others.length}</Badge>}
    </span>
  )
}

function State({ row }: { row: DeskListRow }) {
  const { memberId } = useMe()
  const { status, approvals, approvalsNeeded, takenBy, takenByName } = row
  const share = status === 'REVIEW' && approvalsNeeded > 1 ? ` ${approvals.length}/${approvalsNeeded}` : ''
  const note =
    takenBy === memberId
      ? t('takenByMe')
      : takenByName !== null && isOpen(row)
        ? t('seenBy', { takenByName })
        : approvalsNeeded > 1 && isOpen(row)
          ? t('twoPersons')
          : ''
  const memo = row.note === null ? '' : t('noteIn', { text: row.note.text })
  return (
    <>
      <Badge tone={status === 'REVIEW' ? 'ok' : 'neutral'}>
        {requestStatusWords[status]}
        {share}
      </Badge>
      <small className="one-line" title={memo}>
        {[note, memo].filter((text) => text !== '').join(' · ')}
      </small>
    </>
  )
}

function Waiting({ row }: { row: DeskListRow }) {
  const { type, status, createdAt, processedAt, cancelableUntil } = row
  if (processedAt !== null) return <span className="num dim">{formatTime(processedAt)}</span>
  if (type !== 'D' && status === 'REQUESTED' && cancelableUntil !== null && cancelableUntil > createdAt)
    return <Cancelable row={row} until={cancelableUntil} />
  return <Age since={createdAt} lateMs={type === 'D' ? lateMs.D : lateMs.W} />
}

function Cancelable({ row, until }: { row: DeskListRow; until: number }) {
  return <Left until={until} over={<Age since={row.createdAt} lateMs={lateMs.W} />} />
}
