import { announceWallet } from '../announce.ts'
import type { State, Turn } from '../state.ts'
import { type CopyTag, fillLot } from './fill.ts'
import { reserveOrders, trimReduceOnly } from './reserve.ts'
import type { Filled, FillTerms, Holding, Offer, OrderBook } from './state.ts'

/** Executes what opens or closes a copy: it has no order. What rests in its lot to reduce it fits into what remains. */
export function fillCopy(
  state: State,
  holding: Holding,
  {
    terms,
    copy,
    offer,
    depth,
  }: {
    readonly terms: FillTerms
    readonly copy: CopyTag
    readonly offer: Offer
    readonly depth: OrderBook
  },
  turn: Turn,
): Filled {
  const { holder, market } = holding
  const before = holder.wallet.row
  const source = { holding, ...terms, marketType: 'MARKET', order: null, copy, closeReason: 'TRADER' } as const
  const filled = fillLot(state, source, { offer, depth, isMaker: false, liquidationFee: 0n }, turn)
  if (filled.fill.isClose) {
    trimReduceOnly(state, holding, 0, turn)
    reserveOrders(holding)
  }
  market.policy.revalue(state, holder, turn)
  if (holder.wallet.row !== before) announceWallet(holder.wallet, turn.effects)
  return filled
}
