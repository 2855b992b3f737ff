import { contractScale, flat } from '@maru/positions'
import type { Terms } from '../../../books/oversea/terms.ts'
import type { Draft, TicketHolder, TicketInputs, TicketMarket } from './inputs.ts'

/** EUR/USD of rules C at 1,400 won: a tick is 1,750, a margin 560,000, a fee 1,400. */
export const eur: Terms = {
  precision: 5,
  scale: contractScale(5),
  tickUnits: 10,
  tickValue: 12_500n,
  margin: 4_000_000n,
  fee: 10_000n,
  rate: 140_000n,
  maxCount: 30,
  lotsPerTick: 10,
  maxOpenOrders: 50,
  bandPpm: 100_000,
  maxExitTicks: 1_000,
}

export const rich: TicketHolder = { terms: eur, available: 100_000_000n, position: flat, orders: [] }

export const open: TicketMarket = {
  feed: 'live',
  last: 110_005,
  bid: 110_000,
  ask: 110_010,
  isStopped: false,
  isOpen: true,
  isClosing: false,
  name: '유로/달러',
}

export const inputs = (given: Partial<TicketInputs> = {}): TicketInputs => ({
  isTouch: false,
  type: 'LIMIT',
  price: '1.1000',
  trigger: '',
  count: '1',
  takeProfit: false,
  stopLoss: false,
  tpTick: '10',
  slTick: '10',
  ...given,
})

export const draft = (given: Partial<Draft> = {}): Draft => {
  const { isTouch: _, ...rest } = inputs()
  return { ...rest, side: 'LONG', isReduceOnly: false, ...given }
}
