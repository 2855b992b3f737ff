import { call, download } from '@maru/client/api/client'
import type { Bet, DeskFill, DeskOrder, DeskPosition, DnwRow } from '@maru/contract'
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
} from '@maru/contract/desk-words'
import { formatMoney } from '@maru/ui'
import type { Column } from '../../parts/data-table.tsx'
import type { Choice } from '../../parts/filter-bar.tsx'
import { fromTo, named, profit, right, time } from './record-cells.tsx'
import type { RecordKind } from './record-table.tsx'

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const choice = (name: string, label: string, words: Readonly<Record<string, string>>): Choice => ({
  name,
  label,
  choices: choicesOf(words),
})
const book = choice('book', '상품', bookWords)
const side = choice('side', '방향', sideWords)

type OfBook = Pick<DeskOrder, 'koName' | 'stock' | 'book' | 'side' | 'createdAt'>
const ofBook: readonly Column<OfBook>[] = [
  { id: 'at', head: '시각', cell: ({ createdAt }) => time(createdAt) },
  { id: 'stock', head: '종목', cell: (row) => named(row.koName, bookWords[row.book]) },
  { id: 'side', head: '방향', cell: (row) => sideWords[row.side] },
]

export const requests: RecordKind<DnwRow> = {
  name: 'dnw',
  label: '입출금과 전환',
  selects: [choice('type', '유형', requestTypeWords), choice('status', '상태', requestStatusWords)],
  columns: [
    { id: 'at', head: '시각', cell: ({ createdAt }) => time(createdAt) },
    { id: 'type', head: '유형', cell: ({ type }) => requestTypeWords[type] },
    { id: 'wallet', head: '지갑', cell: ({ walletType }) => walletWord(walletType) },
    { id: 'account', head: '상대', cell: ({ account, counterparty }) => account || counterparty || '–' },
    right('point', '금액', ({ point, currency }) => formatMoney(point, currency)),
    { id: 'status', head: '상태', cell: ({ status }) => requestStatusWords[status] },
    right('txn', '거래', ({ txnId }) => txnId ?? '–'),
  ],
  read: (id, query) => call('GET /api/console/member/:id/dnw', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/dnw.csv', { params: { id }, query, signal }),
  empty: ['입출금이 없습니다', '입금, 출금, 전환, 이체가 여기에 나타납니다. 조건을 넓혀 보세요.'],
}

export const bets: RecordKind<Bet> = {
  name: 'bet',
  label: '회차 주문',
  selects: [
    choice('kind', '방식', { RENT: '렌트', BINARY: '바이너리' }),
    choice('side', '방향', betSideWords),
    choice('status', '결과', betStatusWords),
  ],
  columns: [
    { id: 'at', head: '시각', cell: ({ createdAt }) => time(createdAt) },
    { id: 'stock', head: '종목', cell: ({ koName, tradeType }) => named(koName, tradeTypeWords[tradeType]) },
    right('round', '회차', ({ roundNo }) => roundNo),
    { id: 'side', head: '방향', cell: ({ type }) => betSideWords[type] },
    right('point', '금액', ({ point }) => formatMoney(point, 'KRW')),
    right('prices', '기준가 → 마감가', ({ strikePrice, closePrice }) => fromTo(strikePrice, closePrice)),
    { id: 'status', head: '결과', cell: ({ status }) => betStatusWords[status] },
    right('profit', '손익', (row) => profit(row.profit, 'KRW')),
  ],
  read: (id, query) => call('GET /api/console/member/:id/bet', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/bet.csv', { params: { id }, query, signal }),
  empty: ['회차 주문이 없습니다', '렌트와 바이너리에 참여하면 여기에 나타납니다. 조건을 넓혀 보세요.'],
}

export const orders: RecordKind<DeskOrder> = {
  name: 'order',
  label: '선물 주문',
  selects: [book, side, choice('status', '상태', orderStatusWords)],
  columns: [
    ...ofBook,
    { id: 'type', head: '유형', cell: ({ marketType }) => marketTypeWords[marketType] },
    right('qty', '수량', ({ qty }) => qty ?? '전량'),
    right('price', '가격', ({ price, triggerPrice }) => price ?? triggerPrice ?? '–'),
    right('filled', '체결 · 평균', ({ filledQty, avgPrice }) =>
      avgPrice === null ? filledQty : `${filledQty} · ${avgPrice}`,
    ),
    { id: 'status', head: '상태', cell: ({ status }) => orderStatusWords[status] },
    { id: 'why', head: '까닭', cell: ({ reason }) => endWord(reason) || '–' },
  ],
  read: (id, query) => call('GET /api/console/member/:id/order', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/order.csv', { params: { id }, query, signal }),
  empty: ['선물 주문이 없습니다', '무기한과 해외선물의 주문이 여기에 나타납니다. 조건을 넓혀 보세요.'],
}

export const fills: RecordKind<DeskFill> = {
  name: 'fill',
  label: '체결',
  selects: [book, side],
  columns: [
    ...ofBook,
    {
      id: 'type',
      head: '유형',
      cell: ({ marketType, isClose }) => `${marketTypeWords[marketType]} ${isClose ? '청산' : '진입'}`,
    },
    right('qty', '수량', ({ qty }) => qty),
    right('price', '가격', ({ price }) => price),
    right('fee', '수수료', ({ fee, currency }) => formatMoney(fee, currency)),
    right('pnl', '손익', ({ realizedPnl, currency }) => profit(realizedPnl, currency)),
  ],
  read: (id, query) => call('GET /api/console/member/:id/fill', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/fill.csv', { params: { id }, query, signal }),
  empty: ['체결이 없습니다', '무기한과 해외선물의 체결이 여기에 나타납니다. 조건을 넓혀 보세요.'],
}

export const positions: RecordKind<DeskPosition> = {
  name: 'position',
  label: '포지션',
  selects: [book, side, choice('status', '상태', positionStatusWords)],
  columns: [
    ...ofBook,
    { id: 'status', head: '상태', cell: ({ status }) => positionStatusWords[status] },
    right('qty', '수량', ({ qty }) => qty),
    right('prices', '진입가 → 청산가', ({ entryPrice, closePrice }) => fromTo(entryPrice, closePrice)),
    right('margin', '증거금', ({ margin, currency }) => formatMoney(margin, currency)),
    right('pnl', '실현 손익', ({ realizedPnl, currency }) => profit(realizedPnl, currency)),
  ],
  read: (id, query) => call('GET /api/console/member/:id/position', { params: { id }, query }),
  file: (id, query, signal) => download('GET /api/console/member/:id/position.csv', { params: { id }, query, signal }),
  empty: ['포지션이 없습니다', '무기한과 해외선물의 포지션이 여기에 나타납니다. 조건을 넓혀 보세요.'],
}
