import { useTexts } from '@maru/client/i18n/texts'
import { type HistoryFilter, type HistoryRows, readPage } from '../../../books/oversea/history-queries.ts'
import { BookHistory, type Histories, orderStatuses } from '../../../kit/history.tsx'
import { columns } from './history-csv.ts'
import { HistoryList } from './history-list.tsx'
import { type HistoryWord, overseaHistoryTexts } from './history-texts.ts'
import '../../../lists/history.css'

const histories: Histories<HistoryRows, HistoryFilter, HistoryWord> = {
  kinds: ['fills', 'orders'],
  file: 'maru-oversea',
  columns,
  readPage,
  narrowings: { orders: { label: 'filterStatus', field: 'statusStrs', choices: orderStatuses } },
}

/** What became of the member's overseas orders: fills and orders by period, and as a file. Of one contract where `optionId` names one. */
export function OverseaHistory({ optionId }: { optionId?: number | undefined }) {
  const t = useTexts(overseaHistoryTexts)
  return (
    <BookHistory histories={histories} of={optionId === undefined ? {} : { overseaOptionId: String(optionId) }} t={t}>
      {(kind, filter) => <HistoryList key={kind} kind={kind} filter={filter} />}
    </BookHistory>
  )
}
