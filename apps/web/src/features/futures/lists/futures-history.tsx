import { useTexts } from '@maru/client/i18n/texts'
import { BookHistory, type Histories, orderStatuses } from '../../../kit/history.tsx'
import { columns } from './history-csv.ts'
import { HistoryList } from './history-list.tsx'
import { type HistoryFilter, type HistoryRows, readPage } from './history-queries.ts'
import { type HistoryWord, historyTexts } from './history-texts.ts'
import '../../../lists/history.css'

const reasons = {
  all: undefined,
  pnl: 'FUTURES_PNL,FUTURES_SURPLUS,FUTURES_INSURANCE,LINKED_DEFICIT',
  fees: 'FUTURES_FEE,FUTURES_LIQUIDATION_FEE',
  funding: 'FUTURES_FUNDING',
} as const

const histories: Histories<HistoryRows, HistoryFilter, HistoryWord> = {
  kinds: ['orders', 'fills', 'positions', 'transactions'],
  file: 'maru-futures',
  columns,
  readPage,
  narrowings: {
    orders: { label: 'filterStatus', field: 'statusStrs', choices: orderStatuses },
    transactions: { label: 'filterReason', field: 'reasonStrs', choices: reasons },
  },
}

/**
 * What became of the member's futures: orders, fills, closed positions and the ledger, by period and kind, and as a file. Of one
 * instrument where `optionId` names one.
 */
export function FuturesHistory({ optionId }: { optionId?: number | undefined }) {
  const t = useTexts(historyTexts)
  return (
    <BookHistory histories={histories} of={optionId === undefined ? {} : { futuresOptionId: String(optionId) }} t={t}>
      {(kind, filter) => <HistoryList key={kind} kind={kind} filter={filter} />}
    </BookHistory>
  )
}
