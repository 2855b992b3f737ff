import type { Currency, ReconcileLine } from '@maru/contract'
import { lineKindWord, lineStateWords } from '@maru/contract/desk-words'
import { Badge, formatDateTime, formatMoney } from '@maru/ui'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { type Opened, useLines, type View } from './use-lines.ts'

const idOf = ({ id }: ReconcileLine) => id
const isOdd = ({ state }: ReconcileLine) => state !== 'MATCHED' && state !== 'UNDONE'
const timeOf = (at: number | null) => (at === null ? '–' : formatDateTime(at))

const columnsOf = (currency: Currency): readonly Column<ReconcileLine>[] => [
  { id: 'booked-at', head: '원장에', cell: ({ bookedAt }) => <span className="num">{timeOf(bookedAt)}</span> },
  { id: 'ref', head: '무엇', cell: ({ refId, reason }) => <span className="num">{refId ?? reason ?? '–'}</span> },
  {
    id: 'booked',
    head: '원장 금액',
    align: 'right',
    cell: ({ booked }) => <b>{booked === null ? '–' : formatMoney(booked, currency)}</b>,
  },
  {
    id: 'state',
    head: '차이',
    cell: (row) => (
      <Badge tone={isOdd(row) ? 'warn' : 'neutral'}>
        {lineStateWords[row.state]}
        {row.isLate && ' · 늦음'}
      </Badge>
    ),
  },
  {
    id: 'amount',
    head: '명세 금액',
    align: 'right',
    cell: ({ amount }) => <b>{amount === null ? '–' : formatMoney(amount, currency)}</b>,
  },
  { id: 'number', head: '제공사 번호', cell: ({ providerRef }) => providerRef ?? '–' },
  { id: 'kind', head: '종류', cell: ({ kind }) => lineKindWord(kind) || '–' },
  { id: 'at', head: '제공사 시각', cell: ({ at }) => <span className="num">{timeOf(at)}</span> },
]

interface Props {
  account: Opened['account']
  view: View
  opened: Opened | null
  onOpen: (opened: Opened | null) => void
}

/** The ledger at the left, the statement at the right, and between them whether they agree. */
export function LinesTable({ account, view, opened, onOpen }: Props) {
  const { list, file } = useLines(account, view)
  const columns = useMemo(() => columnsOf(account.currency), [account.currency])
  return (
    <DataTable
      label="명세와 원장"
      list={list}
      columns={columns}
      idOf={idOf}
      selected={opened?.line.id ?? null}
      onSelect={(line) => onOpen(line && { line, account })}
      toneOf={(row) => (row.state === 'DIFFERENT' || (isOdd(row) && row.isLate) ? 'bad' : undefined)}
      empty={
        view === 'ALL'
          ? ['이 날의 줄이 없습니다', '다른 날을 고르거나 명세를 가져오세요.']
          : ['다른 줄이 없습니다', '이 날의 명세와 원장이 같습니다.']
      }
      csv={{ name: `대사-${account.provider}-${account.day}`, read: file }}
    />
  )
}
