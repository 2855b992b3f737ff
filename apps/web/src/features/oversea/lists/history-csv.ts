import { formatDateTime } from '@maru/ui'
import { nameOf } from '../../../trading/index.ts'
import type { HistoryKind, HistoryRows } from './history-queries.ts'
import type { HistoryWord } from './history-texts.ts'
import { reasonWord, statusWord } from './history-words.ts'

type Cell = string | number | null
type Words = (word: HistoryWord) => string
type Columns<T> = readonly (readonly [HistoryWord, (row: T, t: Words) => Cell])[]

/** The columns of each list as a file: figures as they came, exact and without separators. */
const columns: { readonly [K in HistoryKind]: Columns<HistoryRows[K]> } = {
  fills: [
    ['csvAt', ({ createdAt }) => formatDateTime(createdAt)],
    ['csvDay', ({ tradingDay }) => tradingDay],
    ['csvId', ({ id }) => id],
    ['csvOrder', ({ overseaOrderId }) => overseaOrderId],
    ['csvPosition', ({ overseaPositionId }) => overseaPositionId],
    ['csvStock', ({ stock }) => nameOf(stock)],
    ['csvSide', ({ tradeType }, t) => t(tradeType === 'LONG' ? 'buy' : 'sell')],
    ['csvType', ({ marketType }, t) => t(marketType)],
    ['csvCount', ({ count }) => count],
    ['csvFillPrice', ({ price }) => price],
    ['csvBest', ({ best }) => best],
    ['csvSlippage', ({ slippage }) => slippage],
    ['csvFee', ({ fee }) => fee],
    ['csvFxRate', ({ fxRate }) => fxRate],
    ['csvPnl', ({ isClose, realizedPnl }) => (isClose ? realizedPnl : null)],
  ],
  orders: [
    ['csvAt', ({ createdAt }) => formatDateTime(createdAt)],
    ['csvOrder', ({ id }) => id],
    ['csvStock', ({ stock }) => nameOf(stock)],
    ['csvSide', ({ tradeType }, t) => t(tradeType === 'LONG' ? 'buy' : 'sell')],
    ['csvType', ({ marketType }, t) => t(marketType)],
    ['csvStatus', (order, t) => t(statusWord(order))],
    ['csvCount', ({ count }, t) => count ?? t('whole')],
    ['csvFilled', ({ filledCount }) => filledCount],
    ['csvPrice', ({ price }) => price],
    ['csvTrigger', ({ triggerPrice }) => triggerPrice],
    ['csvAverage', ({ avgPrice }) => avgPrice],
    ['csvFee', ({ fee }) => fee],
    [
      'csvReason',
      (order, t) => {
        const reason = reasonWord(order)
        return reason && t(reason)
      },
    ],
    ['csvPosition', ({ overseaPositionId }) => overseaPositionId],
  ],
}

/** Head and rows of a list as a file. */
export function csvOf<K extends HistoryKind>(kind: K, rows: readonly HistoryRows[K][], t: Words) {
  const shown = columns[kind] as Columns<HistoryRows[K]>
  return { head: shown.map(([word]) => t(word)), rows: rows.map((row) => shown.map(([, cell]) => cell(row, t))) }
}
