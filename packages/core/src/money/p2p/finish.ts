import { announceWallet } from '../../announce.ts'
import { refusalReply } from '../../idempotency.ts'
import type { State, Turn } from '../../state.ts'
import type { Reply } from '../../types.ts'
import { forfeitBonus } from '../bonus/close.ts'
import { debit } from '../debit.ts'
import { bindDeposit, walletOf } from '../deposit.ts'
import { addLeg, advance, requestIn } from '../rows.ts'
import { type Purse, purseOf } from '../state.ts'
import { floatOf } from './merchants.ts'
import { merchantSub, type Order } from './state.ts'
import { advanceOrder } from './steps.ts'
import { rateText } from './wire.ts'

/** The buyer gets the coins; why that cannot be, or null. */
export function finish(state: State, order: Order, turn: Turn): Reply | null {
  const { siteId, memberId, side } = order.row
  const purse = purseOf(state, siteId, memberId)!
  if (side === 'SELL') completeSale(state, purse, order, turn)
  else {
    const { escrow, point, merchantId } = order.row
    if (escrow === 0n && floatOf(state, { siteId, id: merchantId }) < point) return refusalReply('BALANCE_INSUFFICIENT')
    completePurchase(state, purse, order, turn)
  }
  return null
}

/** The coins are the member's; as those of any deposit they may not leave at once. */
function completePurchase(state: State, purse: Purse, order: Order, turn: Turn): void {
  const { siteId, id, merchantId, merchant, walletType, escrow, point, won, rate, dnwId } = order.row
  const wallet = walletOf(state, purse, walletType, turn)
  const account = escrow > 0n ? 'P2P_ESCROW' : 'PROVIDER_CLEARING'
  const out = { siteId, account, sub: merchantSub(merchantId), currency: 'USDT', amount: -point } as const
  const txnId = state.ledger.move([out, { wallet, amount: point }], 'P2P_BUY', id, turn, turn.effects)
  const request = requestIn(state, siteId, dnwId)
  const newId = request ? dnwId : turn.nextId()
  const holdUntil = bindDeposit(state, purse, wallet, { dnwId: newId, amount: point }, turn)
  if (request) advance(state, purse, request, 'COMPLETED', { txnId, holdUntil }, turn)
  else {
    // The row of before ended with the order: a payment that came late has its own.
    const of = { type: 'WB', walletType, currency: 'USDT', point, won, rate: rateText(rate) } as const
    const more = { counterparty: merchant, houseSub: merchantSub(merchantId), pairId: dnwId, txnId, holdUntil }
    addLeg(purse, { ...of, ...more, id: newId }, turn)
  }
  advanceOrder(state, order, 'RELEASED', { escrow: 0n, reason: '', dnwId: newId }, turn)
  announceWallet(wallet, turn.effects)
}

/** The completion of an exit: the coins are the merchant's, who paid the member's bank account outside the ledger. */
function completeSale(state: State, purse: Purse, order: Order, turn: Turn): void {
  const { siteId, id, merchantId, walletType, escrow, point, dnwId } = order.row
  const sub = merchantSub(merchantId)
  if (escrow === 0n) {
    // He had his coins back and the money too: what is there of them is taken.
    const house = { houseAccount: 'PROVIDER_CLEARING', houseSub: sub } as const
    const row = debit(state, purse, { walletType, point, ...house, code: 'P2P_LATE' }, turn)
    advanceOrder(state, order, 'RELEASED', { reason: '', dnwId: row.id }, turn)
    forfeitBonus(state, purse, turn)
    return
  }
  const legs = [
    { siteId, account: 'P2P_ESCROW', sub, currency: 'USDT', amount: -escrow },
    { siteId, account: 'PROVIDER_CLEARING', sub, currency: 'USDT', amount: escrow },
  ] as const
  const txnId = state.ledger.move(legs, 'P2P_SELL', id, turn, turn.effects)
  const request = requestIn(state, siteId, dnwId)
  if (request) advance(state, purse, request, 'COMPLETED', { txnId }, turn)
  advanceOrder(state, order, 'RELEASED', { escrow: 0n, reason: '' }, turn)
  forfeitBonus(state, purse, turn)
}
