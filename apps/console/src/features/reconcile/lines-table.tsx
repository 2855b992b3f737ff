import type { Currency, ReconcileLine } from '@maru/contract'
import { Badge, formatDateTime, formatMoney } from '@maru/ui'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { lineKindWord, lineStateWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'
import { type Opened, useLines, type View } from './use-lines.ts'

const idOf = ({ id }: ReconcileLine) => id
const isOdd = ({ state }: ReconcileLine) => state !== 'MATCHED' && state !== 'UNDONE'
const timeOf = (at: number | null) => (at === null ? '–' : formatDateTime(at))

const columnsOf = (currency: Currency): readonly Column<ReconcileLine>[] => [
  { id: 'booked-at', head: t('inLedger'), cell: ({ bookedAt }) => <span className="num">{timeOf(bookedAt)}</span> },
  { id: 'ref', head: t('what'), cell: ({ refId, reason }) => <span className="num">{refId ?? reason ?? '–'}</span> },
  {
    id: 'booked',
    head: t('ledgerAmount'),
    align: 'right',
    cell: ({ booked }) => <b>{booked === null ? '–' : formatMoney(booked, currency)}</b>,
  },
  {
    id: 'state',
    head: t('difference'),
    cell: (row) => (
      <Badge tone={isOdd(row) ? 'warn' : 'neutral'}>
        {lineStateWords[row.state]}
        {row.isLate && t('late')}
      </Badge>
    ),
  },
  {
    id: 'amount',
    head: t('statementAmount'),
    align: 'right',
    cell: ({ amount }) => <b>{amount === null ? '–' : formatMoney(amount, currency)}</b>,
  },
  { id: 'number', head: t('providerNumber'), cell: ({ providerRef }) => providerRef ?? '–' },
  { id: 'kind', head: t('kind'), cell: ({ kind }) => lineKindWord(kind) || '–' },
  { id: 'at', head: t('providerTime'), cell: ({ at }) => <span className="num">{timeOf(at)}</span> },
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
      label={t('booksTitle')}
      list={list}
      columns={columns}
      idOf={idOf}
      selected={opened?.line.id ?? null}
      onSelect={(line) => onOpen(line && { line, account })}
      toneOf={(row) => (row.state === 'DIFFERENT' || (isOdd(row) && row.isLate) ? 'bad' : undefined)}
      empty={view === 'ALL' ? [t('noLines'), t('noLinesHint')] : [t('noOtherLines'), t('noOtherLinesHint')]}
      csv={{ name: t('file', { provider: account.provider, day: account.day }), read: file }}
    />
  )
}
