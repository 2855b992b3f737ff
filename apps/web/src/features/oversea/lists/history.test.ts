import type { OverseaFill, OverseaOrder } from '@maru/contract'
import { expect, test } from 'vitest'
import { type Columns, tableOf } from '../../../lists/index.ts'
import { columns } from './history-csv.ts'
import { type HistoryWord, overseaHistoryTexts } from './history-texts.ts'
import { reasonWord, statusWord } from './history-words.ts'

const words = overseaHistoryTexts.ko
const t = (word: keyof typeof words) => words[word]
const row = <T extends object>(kind: 'fills' | 'orders', of: T) => {
  const { head, rows } = tableOf(columns[kind] as Columns<unknown, HistoryWord>, [of], t)
  return Object.fromEntries(head.map((name, place) => [name, rows[0]?.[place]]))
}

const fill: OverseaFill = {
  id: 31,
  overseaOrderId: 30,
  overseaPositionId: 20,
  overseaOptionId: 1,
  stock: 'OV_EURUSD',
  koName: '유로/달러',
  tradeType: 'SHORT',
  marketType: 'MARKET',
  count: 12,
  price: '1.10098',
  best: '1.10100',
  slippage: '0.00002',
  fee: '16801',
  realizedPnl: '-21004',
  isClose: true,
  fxRate: '1400.25',
  tradingDay: '2026-11-18',
  createdAt: Date.parse('2026-11-19T00:30:00+09:00'),
}

test('the file of fills has each figure as it came, with the rate and the trading day that it was booked in', () => {
  expect(row('fills', fill)).toMatchObject({
    시각: '2026-11-19 00:30:00',
    거래일: '2026-11-18',
    종목: 'EURUSD',
    방향: '매도',
    유형: '시장가',
    '수량(계약)': 12,
    체결가: '1.10098',
    슬리피지: '0.00002',
    '수수료(원)': '16801',
    환율: '1400.25',
    '실현손익(원)': '-21004',
  })
  expect(row('fills', { ...fill, isClose: false, realizedPnl: '0' })['실현손익(원)']).toBeNull()
})

test('an order says in words how and why it ended', () => {
  const order = (status: OverseaOrder['status'], reason: string | null, filledCount = 0) =>
    ({ status, reason, filledCount }) as OverseaOrder
  expect(statusWord(order('CANCELED', 'MEMBER'))).toBe('CANCELED')
  expect(statusWord(order('CANCELED', 'SESSION_END', 2))).toBe('PARTLY')
  expect(reasonWord(order('CANCELED', 'SESSION_END'))).toBe('SESSION_END')
  expect(reasonWord(order('CANCELED', 'LIQUIDATION'))).toBe('LIQUIDATED_ORDER')
  expect(reasonWord(order('REJECTED', 'REDUCE_ONLY_CONFLICT'))).toBe('REDUCE_ONLY')
  expect(reasonWord(order('REJECTED', 'EXPOSURE_LIMIT'))).toBe('otherReason')
  expect(reasonWord(order('FILLED', null))).toBeNull()
})
