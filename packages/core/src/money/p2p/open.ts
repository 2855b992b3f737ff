import { announceWallet } from '../../announce.ts'
import { cell } from '../../effects.ts'
import { refusalReply } from '../../idempotency.ts'
import type { Leg } from '../../ledger.ts'
import { refuseDepositLimit } from '../../limits/deposits.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { refuseDepositor } from '../deposit.ts'
import { refuseAmount, refuseExit } from '../exits.ts'
import { withdrawalFlags } from '../flags.ts'
import { countToday } from '../locks.ts'
import { needsTwo } from '../needs.ts'
import { noticeExit } from '../notices.ts'
import { openRequest } from '../rows.ts'
import { type Purse, purseOf } from '../state.ts'
import { refuseDay } from '../withdraw.ts'
import { callMerchant } from './calls.ts'
import { floatOf, type P2pRates, pointsFor, ratesOf } from './merchants.ts'
import { keepOrder, merchantSub, type Order, p2pOf, reviewMs } from './state.ts'
import { tellOrder, waitFor } from './steps.ts'
import type { MerchantRow, P2pOrderRow } from './tables.ts'
import { blockedUntil } from './unpaid.ts'
import { p2pWire, rateText } from './wire.ts'

type Open = Extract<Command, { kind: 'p2pOpen' }>

interface Offer {
  readonly merchant: MerchantRow
  readonly rate: number
  readonly point: bigint
}

/**
 * Opens an order: the seller's coins are set aside before anybody pays, and the merchant is asked where to pay. A sale counts as any withdrawal:
 * of a large or flagged one nobody is asked, and its price is open, until two persons have approved it.
 */
export function p2pOpen(state: State, command: Open, turn: Turn): Reply {
  const { siteId, memberId, side, won, walletType, payer, accountId, account } = command
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const refusal = refuseOrder(state, purse, command, turn)
  if (refusal) return refusal
  const offer = offerFor(state, command, turn)
  if ('status' in offer) return offer
  const { merchant, rate, point } = offer
  const sub = merchantSub(merchant.id)
  const wallet = side === 'SELL' ? state.ledger.wallet(memberId, walletType, 'USDT') : null
  if (side === 'SELL' && !wallet) return refusalReply('WALLET_NOT_FOUND')
  const amountRefusal = wallet
    ? refuseAmount(purse, wallet, point, turn)
    : refuseDepositLimit(state, purse.member, { currency: 'USDT', amount: point }, turn.wall)
  if (amountRefusal) return amountRefusal
  const dayRefusal = wallet && refuseDay(state, purse, won, turn)
  if (dayRefusal) return dayRefusal
  // The merchant pays a bank account: what is odd about addresses of coins says nothing of it.
  const flags = wallet ? withdrawalFlags(state, purse, { walletType, accountId: null }, turn) : []
  const reviewBy = wallet && needsTwo(state, { siteId, flags, won }) ? turn.wall + reviewMs : null
  const id = turn.nextId()
  const from: Leg = wallet
    ? { wallet, amount: -point }
    : { siteId, account: 'PROVIDER_CLEARING', sub, currency: 'USDT', amount: -point }
  const aside: Leg = { siteId, account: 'P2P_ESCROW', sub, currency: 'USDT', amount: point }
  const txnId = state.ledger.move([from, aside], 'P2P_ESCROW', id, turn, turn.effects)
  const request = openRequest(
    state,
    purse,
    {
      type: side === 'BUY' ? 'WB' : 'WS',
      walletType,
      currency: 'USDT',
      point,
      won,
      rate: reviewBy === null ? rateText(rate) : null,
      flags,
      accountId,
      account: side === 'SELL' ? account : '',
      counterparty: merchant.name,
      houseSub: sub,
      txnId,
    },
    turn,
  )
  const order: Order = cell<P2pOrderRow>({
    siteId,
    id,
    memberId,
    side,
    merchantId: merchant.id,
    merchant: merchant.name,
    won,
    point,
    rate,
    walletType,
    payer,
    accountId,
    account: side === 'SELL' ? account : '',
    memo: '',
    state: 'OPEN',
    escrow: point,
    reference: '',
    payBy: null,
    answerBy: null,
    reviewBy,
    escalatedAt: null,
    steps: [{ state: 'OPEN', at: turn.wall }],
    reason: '',
    statements: 0,
    dnwId: request.row.id,
    createdAt: turn.wall,
    closedAt: null,
    rev: 1,
  })
  keepOrder(state, order)
  tellOrder(order, turn)
  if (reviewBy === null) callMerchant(order.row, 'open', turn)
  waitFor(state, order)
  if (wallet) {
    countToday(state, purse, { kind: 'WITHDRAW', at: turn.wall, sum: won }, turn)
    countToday(state, purse, { kind: 'WITHDRAWALS', at: turn.wall, sum: 1n }, turn)
    announceWallet(wallet, turn.effects)
  }
  if (side === 'SELL') noticeExit(request.row, 'SALE', turn)
  return { status: 200, body: p2pWire(order.row) }
}

function refuseOrder(state: State, purse: Purse, { memberId, side, walletType, won }: Open, turn: Turn): Reply | null {
  const until = blockedUntil(state, memberId, turn.wall)
  if (until !== null) return refusalReply('P2P_BLOCKED', { until })
  if (p2pOf(state).open.has(memberId)) return refusalReply('REQUEST_ALREADY_PENDING')
  if (walletType !== 'FUTURES' && walletType !== 'USDT') return refusalReply('CURRENCY_UNSUPPORTED')
  if (won <= 0n) return refusalReply('INVALID_REQUEST', { key: 'won' })
  return side === 'BUY' ? refuseDepositor(purse, turn) : refuseExit(state, purse, turn)
}

/** The merchant that was named, or the one with the best price who can take the order; why there is none. */
function offerFor(state: State, { siteId, side, won, merchantId }: Open, turn: Turn): Offer | Reply {
  const best: { offer: Offer | null; refusal: Reply } = { offer: null, refusal: refusalReply('P2P_LIMIT') }
  for (const { row: merchant } of p2pOf(state).merchants.values()) {
    if (
      merchant.siteId !== siteId ||
      merchant.blockedAt !== null ||
      (merchantId !== null && merchant.id !== merchantId)
    )
      continue
    const rates = ratesOf(state, merchant, turn.at)
    if (!rates) return refusalReply('TRY_AGAIN_LATER')
    const offer = offerOf(state, merchant, rates, side, won)
    if (offer && (!best.offer || isBetter(side, offer.rate, best.offer.rate))) best.offer = offer
  }
  return best.offer ?? best.refusal
}

function offerOf(state: State, merchant: MerchantRow, rates: P2pRates, side: Open['side'], won: bigint): Offer | null {
  const rate = side === 'BUY' ? rates.buy : rates.sell
  if (rate === null || rate <= 0 || won < merchant.minWon || won > merchant.maxWon) return null
  const point = pointsFor(side, won, rate)
  return side === 'BUY' && floatOf(state, merchant) < point ? null : { merchant, rate, point }
}

const isBetter = (side: Open['side'], one: number, other: number): boolean =>
  side === 'BUY' ? one < other : one > other
