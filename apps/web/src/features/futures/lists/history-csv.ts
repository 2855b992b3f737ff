import type { FuturesOrder } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import { orderColumns } from '../../../kit/history-columns.ts'
import type { Columns } from '../../../lists/index.ts'
import { nameOf } from '../../../trading/index.ts'
import type { HistoryKind, HistoryRows } from './history-queries.ts'
import type { HistoryWord } from './history-texts.ts'
import { netOf, reasonWord, statusWord, transactionWord } from './history-words.ts'

/** The columns of each list as a file: figures as they came, exact and without separators. */
export const columns: { readonly [K in HistoryKind]: Columns<HistoryRows[K], HistoryWord> } = {
  orders: orderColumns<FuturesOrder, HistoryWord>({
    side: ({ side }) => side,
    size: ['csvQty', ({ qty }) => qty],
    filled: ({ filledQty }) => filledQty,
    position: ({ futuresPositionId }) => futuresPositionId,
    status: statusWord,
    reason: reasonWord,
  }),
  fills: [
    ['csvAt', ({ createdAt }) => formatDateTime(createdAt)],
    ['csvId', ({ id }) => id],
    ['csvOrder', ({ futuresOrderId }) => futuresOrderId],
    ['csvPosition', ({ futuresPositionId }) => futuresPositionId],
    ['csvStock', ({ stock }) => nameOf(stock)],
    ['csvSide', ({ side }, t) => t(side === 'LONG' ? 'buy' : 'sell')],
    ['csvType', ({ marketType }, t) => t(marketType)],
    ['csvQty', ({ qty }) => qty],
    ['csvFillPrice', ({ price }) => price],
    ['csvSlippage', ({ slippage }) => slippage],
    ['csvFee', ({ fee }) => fee],
    ['csvPnl', ({ isClose, realizedPnl }) => (isClose ? realizedPnl : null)],
  ],
  positions: [
    ['csvAt', ({ closedAt }) => (closedAt === null ? null : formatDateTime(closedAt))],
    ['csvPosition', ({ id }) => id],
    ['csvStock', ({ stock }) => nameOf(stock)],
    ['csvSide', ({ side }, t) => t(side === 'LONG' ? 'long' : 'short')],
    ['csvLeverage', ({ leverage }) => leverage],
    ['csvMargin', ({ marginType }, t) => t(marginType)],
    ['csvQty', ({ maxQty }) => maxQty],
    ['csvEntry', ({ entryPrice }) => entryPrice],
    ['csvExit', ({ closePrice }) => closePrice],
    ['csvPnl', ({ realizedPnl }) => realizedPnl],
    ['csvFee', ({ fee }) => fee],
    ['csvFunding', ({ fundingFee }) => fundingFee],
    ['csvNet', netOf],
    ['csvRoe', ({ roe }) => roe],
    ['csvReason', ({ closeReason }, t) => (closeReason === null || closeReason === 'MEMBER' ? null : t(closeReason))],
    ['csvOpened', ({ createdAt }) => formatDateTime(createdAt)],
  ],
  transactions: [
    ['csvAt', ({ createdAt }) => formatDateTime(createdAt)],
    ['csvId', ({ id }) => id],
    ['csvType', ({ reason }, t) => t(transactionWord(reason))],
    ['csvStock', ({ stock }) => stock && nameOf(stock)],
    ['csvAmount', ({ amount }) => amount],
    ['csvRef', ({ refId }) => refId],
  ],
}
