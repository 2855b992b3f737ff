import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaFill, OverseaOrder } from '@maru/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type HistoryFilter,
  type HistoryKind,
  type HistoryRows,
  historyQuery,
} from '../../../books/oversea/history-queries.ts'
import { DayList, RowSkeletons, StaleOf } from '../../../lists/index.ts'
import { FillDetail, OrderDetail } from './history-detail.tsx'
import { FillRow, OrderHistoryRow } from './history-rows.tsx'
import { overseaHistoryTexts } from './history-texts.ts'
import '../../../lists/history.css'

type Row = HistoryRows[HistoryKind]

/** A list of the history; a touch shows all of a row. */
export function HistoryList({ kind, filter }: { kind: HistoryKind; filter: HistoryFilter }) {
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
