import { formatDateTime } from '@maru/ui'
import type { HistoryKind, HistoryRows } from '../../../books/oversea/history-queries.ts'
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
