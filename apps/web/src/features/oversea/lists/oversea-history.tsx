import type { OverseaFill, OverseaOrder } from '@maru/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type HistoryFilter,
  type HistoryKind,
  type HistoryRows,
  historyQuery,
  readPage,
} from '../../../books/oversea/history-queries.ts'
import { useTexts } from '../../../i18n/texts.ts'
import {
  allRows,
  ChoiceChips,
  type Columns,
  DayList,
  HistoryHead,
  type Period,
  periodOf,
  periods,
  RowSkeletons,
  StaleOf,
  tableOf,
} from '../../../lists/index.ts'
import { clock } from '../../../live/index.ts'
import { columns } from './history-csv.ts'
import { FillDetail, OrderDetail } from './history-detail.tsx'
import { FillRow, OrderHistoryRow } from './history-rows.tsx'
import { type HistoryWord, overseaHistoryTexts } from './history-texts.ts'
import '../../../lists/history.css'

const kinds = ['fills', 'orders'] as const
const statuses = { all: undefined, filled: 'FILLED', canceled: 'CANCELED', rejected: 'REJECTED' } as const

const csvPageSize = 100

/** What became of the member's overseas orders: fills and orders by period, and as a file. Of one contract where `optionId` names one. */
export function OverseaHistory({ optionId }: { optionId?: number | undefined }) {
  const t = useTexts(overseaHistoryTexts)
  const [kind, setKind] = useState<HistoryKind>('fills')
  const [period, setPeriod] = useState<Period>('days30')
  const [status, setStatus] = useState<keyof typeof statuses>('all')
  const filter: HistoryFilter = {
    ...(optionId !== undefined && { overseaOptionId: String(optionId) }),
    ...periodOf(periods[period], clock.now()),
    ...(kind === 'orders' && statuses[status] && { statusStrs: statuses[status] }),
  }
  const readCsv = async () => {
    const rows = await allRows<Row>((page) => readPage(kind, filter, page, csvPageSize))
    return tableOf(columns[kind] as Columns<Row, HistoryWord>, rows, t)
  }
  return (
    <>
      <HistoryHead<HistoryKind>
        kinds={kinds}
        kind={kind}
        onKind={setKind}
        period={period}
        onPeriod={setPeriod}
        file="maru-oversea"
        read={readCsv}
        t={t}
      />
      {kind === 'orders' && (
        <ChoiceChips label={t('filterStatus')} choices={statuses} value={status} onChange={setStatus} t={t} />
      )}
      <List key={kind} kind={kind} filter={filter} />
    </>
  )
}

type Row = HistoryRows[HistoryKind]

function List({ kind, filter }: { kind: HistoryKind; filter: HistoryFilter }) {
  const t = useTexts(overseaHistoryTexts)
  const [order, setOrder] = useState<OverseaOrder | null>(null)
  const [fill, setFill] = useState<OverseaFill | null>(null)
  const list = useInfiniteQuery(historyQuery(kind, filter))
  const render = (row: Row) =>
    'overseaOrderId' in row ? (
      <FillRow fill={row} onOpen={() => setFill(row)} />
    ) : (
      <OrderHistoryRow order={row} onOpen={() => setOrder(row)} />
    )
  return (
    <>
      <StaleOf query={list} />
      <DayList<Row>
        query={list}
        rowHeight={67}
        empty={[t(kind === 'fills' ? 'noFills' : 'noOrders'), t('noneHint')]}
        skeleton={<RowSkeletons />}
        render={render}
      />
      <OrderDetail order={order} onClose={() => setOrder(null)} />
      <FillDetail fill={fill} onClose={() => setFill(null)} />
    </>
  )
}
