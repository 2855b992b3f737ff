import type { FuturesPosition } from '@maru/contract'
import { majorBrackets, quoteScale } from '@maru/positions'
import type { Terms } from '../terms.ts'

/** The terms of BTCUSDT for tests. */
export const terms: Terms = {
  scale: quoteScale(1, 3),
  tick: 1,
  step: 1,
  minQty: 1,
  minNotional: 500_000_000n,
  brackets: majorBrackets,
  reservePpm: 800,
  takerPpm: 400,
  bandPpm: 100_000,
  maxOpenOrders: 50,
  entryRatioPpm: 800_000,
}

/** Long 0.1 at 60,000 with 10x: isolated with 600, liquidated at 54,216.8. */
export const long: FuturesPosition = {
  id: 7,
  futuresPositionId: 7,
  futuresOptionId: 1,
  stock: 'CR_BTCUSDTPERP',
  koName: '비트코인',
  side: 'LONG',
  status: 'OPEN',
  qty: '0.100',
  maxQty: '0.100',
  entryPrice: '60000.0',
  entryNotional: '6000',
  leverage: 10,
  marginType: 'ISOLATED',
  margin: '600',
  liquidPrice: '54216.8',
  takeProfit: null,
  stopLoss: null,
  isMarkTp: false,
  isMarkSl: false,
  fundingFee: '0',
  fee: '2.4',
  realizedPnl: '0',
  closePrice: null,
  roe: null,
  isWarned: false,
  closeReason: null,
  createdAt: 0,
  closedAt: null,
}
/** The same the other way round. */
export const short: FuturesPosition = { ...long, id: 8, side: 'SHORT', liquidPrice: '65737.1' }
