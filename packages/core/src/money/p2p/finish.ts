import { announceWallet } from '../../announce.ts'
import { refusalReply } from '../../idempotency.ts'
import type { State, Turn } from '../../state.ts'
import type { Reply } from '../../types.ts'
import { forfeitBonus } from '../bonus/close.ts'
import { debit } from '../debit.ts'
import { bindDeposit, refuseDepositor, walletOf } from '../deposit.ts'
import { countToday } from '../locks.ts'
import { addLeg, advance, requestIn } from '../rows.ts'
import { type Purse, purseOf } from '../state.ts'
import { suspend } from '../suspense-rows.ts'
import { floatOf } from './merchants.ts'
import { merchantSub, type Order, p2pReference } from './state.ts'
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

/** The coins are the member's; as those of any deposit they may not leave at once. Who may bring no money by now is not credited. */
function completePurchase(state: State, purse: Purse, order: Order, turn: Turn): void {
  if (refuseDepositor(purse, turn)) {
    suspendPurchase(state, purse, order, turn)
    return
  }
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

/** The merchant has done his part, and its buyer may bring no money: the coins are in suspense until somebody may have them. */
function suspendPurchase(state: State, purse: Purse, order: Order, turn: Turn): void {
  const { siteId, id, memberId, merchantId, payer, escrow, point, dnwId } = order.row
  const sub = merchantSub(merchantId)
  const coins = { currency: 'USDT', amount: point, houseAccount: 'PROVIDER_CLEARING', houseSub: sub } as const
  const of = { siteId, provider: 'p2p', providerRef: '', reference: p2pReference(id), payer, memberId } as const
  suspend(
    state,
    { ...of, ...coins, cause: 'LIMIT', requestId: null },
    turn,
    escrow > 0n ? 'P2P_ESCROW' : 'PROVIDER_CLEARING',
  )
  const request = requestIn(state, siteId, dnwId)
  if (request) advance(state, purse, request, 'CANCELED', { reason: 'SUSPENDED' }, turn)
  advanceOrder(state, order, 'RELEASED', { escrow: 0n, reason: 'SUSPENDED' }, turn)
}

/** The completion of an exit: the coins are the merchant's, who paid the member's bank account outside the ledger. */
function completeSale(state: State, purse: Purse, order: Order, turn: Turn): void {
  const { siteId, id, merchantId, walletType, escrow, point, won, dnwId } = order.row
  const sub = merchantSub(merchantId)
  if (escrow === 0n) {
    // He had his coins back and the money too: what is there of them is taken.
    const house = { houseAccount: 'PROVIDER_CLEARING', houseSub: sub } as const
    const row = debit(state, purse, { walletType, point, ...house, code: 'P2P_LATE' }, turn)
    countToday(state, purse, { kind: 'WITHDRAW', at: turn.wall, sum: won }, turn)
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
