import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayList, RowSkeletons, StaleOf } from '../../../lists/index.ts'
import { OrderDetail, PositionDetail } from './history-detail.tsx'
import { type HistoryFilter, type HistoryKind, type HistoryRows, historyQuery } from './history-queries.ts'
import { ClosedPositionRow, FillRow, OrderHistoryRow, TransactionRow } from './history-rows.tsx'
import { historyTexts } from './history-texts.ts'
import '../../../lists/history.css'

const emptyWords = {
  orders: 'noOrders',
  fills: 'noFills',
  positions: 'noPositions',
  transactions: 'noTransactions',
} as const
const rowHeights: Record<HistoryKind, number> = { orders: 67, fills: 67, positions: 85, transactions: 67 }

/** When a row happened: what the server sorts it by. */
const timeOf = (row: HistoryRows[HistoryKind]): number => ('closePrice' in row && row.closedAt) || row.createdAt

type Row = HistoryRows[HistoryKind]

/** A list of the history; a touch shows all of a row. */
export function HistoryList({ kind, filter }: { kind: HistoryKind; filter: HistoryFilter }) {
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
