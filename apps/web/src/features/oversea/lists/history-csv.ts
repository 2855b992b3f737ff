import type { OverseaOrder } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import type { HistoryKind, HistoryRows } from '../../../books/oversea/history-queries.ts'
import { orderColumns } from '../../../kit/history-columns.ts'
import type { Columns } from '../../../lists/index.ts'
import { nameOf } from '../../../trading/index.ts'
import type { HistoryWord } from './history-texts.ts'
import { reasonWord, statusWord } from './history-words.ts'

/** The columns of each list as a file: figures as they came, exact and without separators. */
export const columns: { readonly [K in HistoryKind]: Columns<HistoryRows[K], HistoryWord> } = {
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
  orders: orderColumns<OverseaOrder, HistoryWord>({
    side: ({ tradeType }) => tradeType,
    size: ['csvCount', ({ count }) => count],
    filled: ({ filledCount }) => filledCount,
    position: ({ overseaPositionId }) => overseaPositionId,
    status: statusWord,
    reason: reasonWord,
  }),
}
