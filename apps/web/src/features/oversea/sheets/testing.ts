import type { OverseaPosition } from '@maru/contract'

/** Long 3 EUR/USD at 1.10010 for tests, at 1,400 won with a margin of 560,000 each. */
export const long: OverseaPosition = {
  id: 7,
  overseaPositionId: 7,
  overseaOptionId: 1,
  stock: 'OV_EURUSD',
  koName: '유로/달러',
  tradeType: 'LONG',
  status: 'OPEN',
  count: 3,
  avgPrice: '1.10010',
  entrySum: '3.30030',
  margin: '1680000',
  tpTick: null,
  slTick: null,
  isActive: false,
  fee: '4200',
  realizedPnl: '0',
  financing: '0',
  closePrice: null,
  isWarned: false,
  closeReason: null,
  createdAt: 0,
  closedAt: null,
}
/** The same the other way round. */
export const short: OverseaPosition = { ...long, id: 8, tradeType: 'SHORT' }
