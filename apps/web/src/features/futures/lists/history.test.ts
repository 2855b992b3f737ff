import type { FuturesFill, FuturesOrder, FuturesTransaction } from '@maru/contract'
import { expect, test } from 'vitest'
import { tableOf } from '../../../lists/index.ts'
import { long } from '../sheets/testing.ts'
import { columns } from './history-csv.ts'
import { historyTexts } from './history-texts.ts'
import { netOf, netOfFill, reasonWord, statusWord, transactionWord } from './history-words.ts'

const order = { status: 'CANCELED', filledQty: '0.000', reason: 'MEMBER' } as const
const t = (word: keyof typeof historyTexts.ko) => historyTexts.ko[word]

test('a cancelled order that was filled in part says so', () => {
  expect(statusWord(order)).toBe('CANCELED')
  expect(statusWord({ ...order, filledQty: '0.001' })).toBe('PARTLY')
  expect(statusWord({ ...order, status: 'REJECTED' })).toBe('REJECTED')
})
test('each reason has its words; a new one is not shown as a code', () => {
  expect(reasonWord(order)).toBe('MEMBER')
  expect(reasonWord({ ...order, reason: 'LIQUIDATION' })).toBe('LIQUIDATED_ORDER')
  expect(reasonWord({ ...order, reason: 'REDUCE_ONLY_NO_POSITION' })).toBe('REDUCE_ONLY')
  expect(reasonWord({ ...order, reason: 'SOMETHING_NEW' })).toBe('otherReason')
  expect(reasonWord({ status: 'FILLED', reason: null })).toBeNull()
  expect([transactionWord('FUTURES_FUNDING'), transactionWord('DEPOSIT')]).toEqual([
    'FUTURES_FUNDING',
    'otherTransaction',
  ])
})
test('what a closing fill leaves is its result less its fee', () => {
  expect(netOfFill({ realizedPnl: '10.5', fee: '2.4' })).toBe('8.10000000')
})
test('what a position leaves is its result less fees, with funding', () => {
  expect(netOf({ ...long, realizedPnl: '10.5', fee: '2.4', fundingFee: '-0.1', status: 'CLOSED' })).toBe('8.00000000')
  expect(netOf({ ...long, status: 'LIQUIDATED' })).toBeNull()
})
test('a file has a cell for each column, with exact figures', () => {
  const at = Date.UTC(2026, 9, 14)
  const closed = {
    ...long,
    realizedPnl: '-1.2842',
    closePrice: '59987.2',
    closedAt: at,
    closeReason: 'STOPLOSS' as const,
  }
  const positions = tableOf(columns.positions, [closed], t)
  const cell = (name: string) => positions.rows[0]?.[positions.head.indexOf(name)]
  expect([cell('시각'), cell('실현손익'), cell('순손익'), cell('사유')]).toEqual([
    '2026-10-14 09:00:00',
    '-1.2842',
    '-3.68420000',
    '손절',
  ])
  const opened = { ...long, id: 1, isClose: false, realizedPnl: '0' } as unknown as FuturesFill
  const fills = tableOf(columns.fills, [opened], t)
  expect(fills.rows[0]?.[fills.head.indexOf('실현손익')]).toBeNull()
  const orders = tableOf(
    columns.orders,
    [{ ...long, ...order, marketType: 'TAKEPROFIT', qty: null } as unknown as FuturesOrder],
    t,
  )
  expect(orders.rows[0]?.[orders.head.indexOf('수량')]).toBe('전체')
  const grant = { id: 5, reason: 'DEMO_GRANT', stock: null, amount: '10000', refId: 3, createdAt: at }
  expect(tableOf(columns.transactions, [grant as FuturesTransaction], t).rows).toEqual([
    ['2026-10-14 09:00:00', 5, '모의투자 지급', null, '10000', 3],
  ])
})
