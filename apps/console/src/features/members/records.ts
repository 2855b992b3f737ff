import { call, download } from '@maru/client/api/client'
import type { Bet, DeskFill, DeskOrder, DeskPosition, DnwRow } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import type { Column } from '../../parts/data-table.tsx'
import {
  betSideWords,
  betStatusWords,
  bookWords,
  endWord,
  marketTypeWords,
  orderStatusWords,
  positionStatusWords,
  requestStatusWords,
  requestTypeWords,
  sideWords,
  tradeTypeWords,
  walletWord,
} from '../../parts/desk-words.ts'
import type { Choice } from '../../parts/filter-bar.tsx'
import { fromTo, named, profit, right, time } from './record-cells.tsx'
import type { RecordKind } from './record-table.tsx'
import { t } from './texts.ts'

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const choice = (name: string, label: string, words: Readonly<Record<string, string>>): Choice => ({
  name,
  label,
  choices: choicesOf(words),
})
const book = choice('book', t('product'), bookWords)
const side = choice('side', t('side'), sideWords)

type OfBook = Pick<DeskOrder, 'koName' | 'stock' | 'book' | 'side' | 'createdAt'>
const ofBook: readonly Column<OfBook>[] = [
  { id: 'at', head: t('time'), cell: ({ createdAt }) => time(createdAt) },
  { id: 'stock', head: t('instrument'), cell: (row) => named(row.koName, bookWords[row.book]) },
  { id: 'side', head: t('side'), cell: (row) => sideWords[row.side] },
]

export const requests: RecordKind<DnwRow> = {
  name: 'dnw',
  label: t('moneyRecords'),
  selects: [choice('type', t('type'), requestTypeWords), choice('status', t('status'), requestStatusWords)],
  columns: [
    { id: 'at', head: t('time'), cell: ({ createdAt }) => time(createdAt) },
    { id: 'type', head: t('type'), cell: ({ type }) => requestTypeWords[type] },
    { id: 'wallet', head: t('wallet'), cell: ({ walletType }) => walletWord(walletType) },
    { id: 'account', head: t('counterparty'), cell: ({ account, counterparty }) => account || counterparty || '–' },
    right('point', t('amount'), ({ point, currency }) => formatMoney(point, currency)),
    { id: 'status', head: t('status'), cell: ({ status }) => requestStatusWords[status] },
    right('txn', t('txn'), ({ txnId }) => txnId ?? '–'),
  ],
  read: (id, query) => call('GET /api/console/member/:id/dnw', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/dnw.csv', { params: { id }, query, signal }),
  empty: [t('noMoney'), t('noMoneyHint')],
}

export const bets: RecordKind<Bet> = {
  name: 'bet',
  label: t('roundOrders'),
  selects: [
    choice('kind', t('mode'), { RENT: t('rent'), BINARY: t('binary') }),
    choice('side', t('side'), betSideWords),
    choice('status', t('result'), betStatusWords),
  ],
  columns: [
    { id: 'at', head: t('time'), cell: ({ createdAt }) => time(createdAt) },
    { id: 'stock', head: t('instrument'), cell: ({ koName, tradeType }) => named(koName, tradeTypeWords[tradeType]) },
    right('round', t('rounds'), ({ roundNo }) => roundNo),
    { id: 'side', head: t('side'), cell: ({ type }) => betSideWords[type] },
    right('point', t('amount'), ({ point }) => formatMoney(point, 'KRW')),
    right('prices', t('strikeClose'), ({ strikePrice, closePrice }) => fromTo(strikePrice, closePrice)),
    { id: 'status', head: t('result'), cell: ({ status }) => betStatusWords[status] },
    right('profit', t('pnl'), (row) => profit(row.profit, 'KRW')),
  ],
  read: (id, query) => call('GET /api/console/member/:id/bet', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/bet.csv', { params: { id }, query, signal }),
  empty: [t('noRounds'), t('noRoundsHint')],
}

export const orders: RecordKind<DeskOrder> = {
  name: 'order',
  label: t('futuresOrders'),
  selects: [book, side, choice('status', t('status'), orderStatusWords)],
  columns: [
    ...ofBook,
    { id: 'type', head: t('type'), cell: ({ marketType }) => marketTypeWords[marketType] },
    right('qty', t('quantity'), ({ qty }) => qty ?? t('wholeQuantity')),
    right('price', t('price'), ({ price, triggerPrice }) => price ?? triggerPrice ?? '–'),
    right('filled', t('fillAverage'), ({ filledQty, avgPrice }) =>
      avgPrice === null ? filledQty : `${filledQty} · ${avgPrice}`,
    ),
    { id: 'status', head: t('status'), cell: ({ status }) => orderStatusWords[status] },
    { id: 'why', head: t('cause'), cell: ({ reason }) => endWord(reason) || '–' },
  ],
  read: (id, query) => call('GET /api/console/member/:id/order', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/order.csv', { params: { id }, query, signal }),
  empty: [t('noOrders'), t('noOrdersHint')],
}

export const fills: RecordKind<DeskFill> = {
  name: 'fill',
  label: t('fills'),
  selects: [book, side],
  columns: [
    ...ofBook,
    {
      id: 'type',
      head: t('type'),
      cell: ({ marketType, isClose }) => `${marketTypeWords[marketType]} ${isClose ? t('closing') : t('opening')}`,
    },
    right('qty', t('quantity'), ({ qty }) => qty),
    right('price', t('price'), ({ price }) => price),
    right('fee', t('fee'), ({ fee, currency }) => formatMoney(fee, currency)),
    right('pnl', t('pnlBeforeFees'), ({ realizedPnl, currency }) => profit(realizedPnl, currency)),
  ],
  read: (id, query) => call('GET /api/console/member/:id/fill', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/fill.csv', { params: { id }, query, signal }),
  empty: [t('noFills'), t('noFillsHint')],
}

export const positions: RecordKind<DeskPosition> = {
  name: 'position',
  label: t('positions'),
  selects: [book, side, choice('status', t('status'), positionStatusWords)],
  columns: [
    ...ofBook,
    { id: 'status', head: t('status'), cell: ({ status }) => positionStatusWords[status] },
    right('qty', t('quantity'), ({ qty }) => qty),
    right('prices', t('entryExit'), ({ entryPrice, closePrice }) => fromTo(entryPrice, closePrice)),
    right('mark', t('markPrice'), ({ markPrice }) => markPrice ?? '–'),
    right('open', t('openPnl'), ({ openPnl, currency }) => (openPnl === null ? '–' : profit(openPnl, currency))),
    right('liquid', t('liquidPrice'), ({ liquidPrice }) => liquidPrice ?? '–'),
    right('margin', t('margin'), ({ margin, currency }) => formatMoney(margin, currency)),
    right('pnl', t('realisedPnl'), ({ realizedPnl, currency }) => profit(realizedPnl, currency)),
  ],
  read: (id, query) => call('GET /api/console/member/:id/position', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/position.csv', { params: { id }, query, signal }),
  empty: [t('noPositions'), t('noPositionsHint')],
}
