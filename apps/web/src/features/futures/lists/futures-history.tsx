import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { OrderDetail, PositionDetail } from './history-detail.tsx'
import { type HistoryFilter, type HistoryKind, type HistoryRows, historyQuery, readPage } from './history-queries.ts'
import { ClosedPositionRow, FillRow, OrderHistoryRow, TransactionRow } from './history-rows.tsx'
import { type HistoryWord, historyTexts } from './history-texts.ts'
import '../../../lists/history.css'

const kinds = ['orders', 'fills', 'positions', 'transactions'] as const
const statuses = { all: undefined, filled: 'FILLED', canceled: 'CANCELED', rejected: 'REJECTED' } as const
const reasons = {
  all: undefined,
  pnl: 'FUTURES_PNL,FUTURES_SURPLUS,FUTURES_INSURANCE',
  fees: 'FUTURES_FEE,FUTURES_LIQUIDATION_FEE',
  funding: 'FUTURES_FUNDING',
} as const

const emptyWords = {
  orders: 'noOrders',
  fills: 'noFills',
  positions: 'noPositions',
  transactions: 'noTransactions',
} as const
const csvPageSize = 100
const rowHeights: Record<HistoryKind, number> = { orders: 67, fills: 67, positions: 85, transactions: 67 }

/** When a row happened: what the server sorts it by. */
const timeOf = (row: HistoryRows[HistoryKind]): number => ('closePrice' in row && row.closedAt) || row.createdAt

/**
 * What became of the member's futures: orders, fills, closed positions and the ledger, by period and kind, and as a file. Of one
 * instrument where `optionId` names one.
 */
export function FuturesHistory({ optionId }: { optionId?: number | undefined }) {
  const t = useTexts(historyTexts)
  const [kind, setKind] = useState<HistoryKind>('orders')
  const [period, setPeriod] = useState<Period>('days30')
  const [status, setStatus] = useState<keyof typeof statuses>('all')
  const [reason, setReason] = useState<keyof typeof reasons>('all')
  const filter: HistoryFilter = {
    ...(optionId !== undefined && { futuresOptionId: String(optionId) }),
    ...periodOf(periods[period], clock.now()),
    ...(kind === 'orders' && statuses[status] && { statusStrs: statuses[status] }),
    ...(kind === 'transactions' && reasons[reason] && { reasonStrs: reasons[reason] }),
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
        file="maru-futures"
        read={readCsv}
        t={t}
      />
      {kind === 'orders' && (
        <ChoiceChips label={t('filterStatus')} choices={statuses} value={status} onChange={setStatus} t={t} />
      )}
      {kind === 'transactions' && (
        <ChoiceChips label={t('filterReason')} choices={reasons} value={reason} onChange={setReason} t={t} />
      )}
      <List key={kind} kind={kind} filter={filter} />
    </>
  )
}

type Row = HistoryRows[HistoryKind]

function List({ kind, filter }: { kind: HistoryKind; filter: HistoryFilter }) {
  const t = useTexts(historyTexts)
  const [order, setOrder] = useState<FuturesOrder | null>(null)
  const [position, setPosition] = useState<FuturesPosition | null>(null)
  const list = useInfiniteQuery(historyQuery(kind, filter))
  const render = (row: Row) => {
    if (kind === 'orders') {
      const one = row as FuturesOrder
      return <OrderHistoryRow order={one} onOpen={() => setOrder(one)} />
    }
    if (kind === 'positions') {
      const one = row as FuturesPosition
      return <ClosedPositionRow position={one} onOpen={() => setPosition(one)} />
    }
    if (kind === 'fills') return <FillRow fill={row as HistoryRows['fills']} />
    return <TransactionRow transaction={row as HistoryRows['transactions']} />
  }
  return (
    <>
      <StaleOf query={list} />
      <DayList<Row>
        query={list}
        timeOf={timeOf}
        rowHeight={rowHeights[kind]}
        empty={[t(emptyWords[kind]), t('noneHint')]}
        skeleton={<RowSkeletons />}
        render={render}
      />
      <OrderDetail order={order} onClose={() => setOrder(null)} />
      <PositionDetail position={position} onClose={() => setPosition(null)} />
    </>
  )
}
