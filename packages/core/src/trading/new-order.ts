import type { Turn } from '../state.ts'
import type { OrderRow } from '../types.ts'
import type { Holding } from './state.ts'

type Said = Pick<OrderRow, 'id' | 'side' | 'marketType' | 'qty' | 'isReduceOnly'> & Partial<OrderRow>

/** A new order in a lot: what `parts` says of it, and nothing of all else. */
export const newOrder = ({ holder, market, lot }: Holding, parts: Said, turn: Turn): OrderRow => ({
  siteId: market.row.siteId,
  book: market.book.name,
  optionId: market.row.id,
  memberId: holder.member.row.memberId,
  lot,
  price: null,
  triggerPrice: null,
  triggerKind: null,
  triggerDirection: null,
  ticks: null,
  positionId: null,
  takeProfit: null,
  stopLoss: null,
  isMarkTp: false,
  isMarkSl: false,
  leverage: 1,
  marginType: 'CROSS',
  tolerancePpm: null,
  basePrice: null,
  executeAt: null,
  expiresAt: null,
  isUncovered: false,
  status: 'NEW',
  filledQty: 0,
  filledQuote: 0n,
  fee: 0n,
  reason: null,
  origin: 'MEMBER',
  acceptedAt: turn.at,
  triggeredAt: null,
  closedAt: null,
  ...parts,
})
