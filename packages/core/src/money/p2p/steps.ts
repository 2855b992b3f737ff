import type { P2pState } from '@maru/contract'
import { announceWallet } from '../../announce.ts'
import type { State, Turn } from '../../state.ts'
import { moneyConfigOf } from '../config.ts'
import { walletOf } from '../deposit.ts'
import { countToday } from '../locks.ts'
import { addLeg, advance, requestIn } from '../rows.ts'
import { KNOWN_AFTER_MS, purseOf } from '../state.ts'
import { callMerchant } from './calls.ts'
import { keepOrder, merchantSub, type Order, p2pOf, undecidedMs } from './state.ts'
import type { P2pOrderRow, P2pStatementRow } from './tables.ts'
import { countUnpaid } from './unpaid.ts'
import { p2pWire } from './wire.ts'

type Parts = Partial<
  Pick<P2pOrderRow, 'account' | 'memo' | 'reference' | 'reason' | 'escrow' | 'dnwId' | 'won' | 'rate' | 'reviewBy'>
>

/** States that an order ends in. */
const closing: ReadonlySet<P2pState> = new Set(['RELEASED', 'CANCELED', 'EXPIRED'])

/** Writes an order that has changed, and tells its member. */
export function tellOrder(order: Order, turn: Turn): void {
  turn.effects.put('p2pOrders', order)
  const { siteId, memberId } = order.row
  const data = p2pWire(order.row)
  turn.effects.event({ to: 'member', siteId, memberId, queue: 'point', event: 'P2P_UPDATE', data })
}

/** Brings an order to its next state, with the time by which the next one is due. A closed one is known for a while. */
export function advanceOrder(state: State, order: Order, next: P2pState, parts: Parts, turn: Turn): void {
  const { siteId, steps, rev, memberId, id } = order.row
  const { p2pPayMs, p2pAnswerMs } = moneyConfigOf(state, siteId)
  const isClosed = closing.has(next)
  order.row = {
    ...order.row,
    ...parts,
    state: next,
    steps: [...steps, { state: next, at: turn.wall }],
    payBy: next === 'ESCROWED' ? turn.wall + p2pPayMs : order.row.payBy,
    answerBy: next === 'PAID' ? turn.wall + p2pAnswerMs : null,
    escalatedAt: null,
    closedAt: isClosed ? turn.wall : null,
    rev: rev + 1,
  }
  tellOrder(order, turn)
  if (!isClosed) {
    waitFor(state, order)
    return
  }
  const { open, orders } = p2pOf(state)
  const mine = open.get(memberId)
  mine?.delete(order)
  if (mine?.size === 0) open.delete(memberId)
  const closedAt = turn.wall
  state.dueWall.push(closedAt + KNOWN_AFTER_MS, () => {
    // It may have been opened again meanwhile, and closed again.
    if (orders.get(id) === order && order.row.closedAt === closedAt) orders.delete(id)
  })
}

/** What becomes of an order when nothing happens: nothing, after somebody said that he paid, but a dispute, and that is not forgotten. */
export function waitFor(state: State, order: Order): void {
  const { state: now } = order.row
  const due = dueOf(state, order)
  if (due === null) return
  state.dueWall.push(due, (_state, turn) => {
    if (order.row.state !== now) return
    const newest = dueOf(state, order)
    if (newest === null) return
    // The site may have given merchants more time meanwhile, or the order came to this state once more.
    if (turn.wall < newest) waitFor(state, order)
    else if (now === 'OPEN')
      giveBack(state, order, 'CANCELED', order.row.reviewBy === null ? 'MERCHANT_SILENT' : 'UNAPPROVED', turn)
    else if (now === 'ESCROWED') expire(state, order, turn)
    else if (now === 'DISPUTED') escalate(order, turn)
    else dispute(state, order, { teller: 'SYSTEM', text: 'SILENT', fileIds: [] }, turn)
  })
}

/** When something becomes of an order by itself (wall clock); null: nothing does. */
function dueOf(state: State, { row }: Order): number | null {
  const { siteId, reviewBy, payBy, answerBy, escalatedAt } = row
  const since = row.steps.at(-1)!.at
  switch (row.state) {
    case 'OPEN':
      return reviewBy ?? since + moneyConfigOf(state, siteId).p2pAskMs
    case 'ESCROWED':
      return payBy
    case 'PAID':
      return answerBy
    case 'DISPUTED':
      return escalatedAt === null ? since + undecidedMs : null
    default:
      return null
  }
}

/** Nobody decided a dispute in time: another CS and FINANCE are to, and the alarm stands until they have. */
function escalate(order: Order, turn: Turn): void {
  order.row = { ...order.row, escalatedAt: turn.wall, rev: order.row.rev + 1 }
  tellOrder(order, turn)
}

function expire(state: State, order: Order, turn: Turn): void {
  if (order.row.side === 'BUY') countUnpaid(state, order.row, turn)
  giveBack(state, order, 'EXPIRED', 'UNPAID', turn)
}

/** The order is over and nobody bought: what was set aside is its seller's again. `ended`: how its row of the history ends. */
export function giveBack(
  state: State,
  order: Order,
  as: 'CANCELED' | 'EXPIRED',
  reason: string,
  turn: Turn,
  ended: { readonly status: 'CANCELED' | 'REJECTED'; readonly reason: string } = { status: 'CANCELED', reason },
): void {
  const { siteId, id, memberId, side, merchantId, walletType, escrow, dnwId, won, reviewBy } = order.row
  const purse = purseOf(state, siteId, memberId)!
  const sub = merchantSub(merchantId)
  const request = requestIn(state, siteId, dnwId)
  let txnId: number | null = null
  let pairId: number | null = null
  if (escrow > 0n) {
    const wallet = side === 'SELL' ? walletOf(state, purse, walletType, turn) : null
    const out = { siteId, account: 'P2P_ESCROW', sub, currency: 'USDT', amount: -escrow } as const
    const back = wallet
      ? { wallet, amount: escrow }
      : ({ siteId, account: 'PROVIDER_CLEARING', sub, currency: 'USDT', amount: escrow } as const)
    txnId = state.ledger.move([out, back], 'P2P_RETURN', id, turn, turn.effects)
    if (wallet) {
      // A row of its own where the member's wallet moved.
      const of = {
        type: 'E',
        walletType,
        currency: 'USDT',
        point: escrow,
        won,
        pairId: dnwId,
        txnId,
        reason: ended.reason,
      } as const
      pairId = addLeg(purse, of, turn).id
      // Nothing left: the limit of its day is as it was.
      if (request)
        countToday(state, purse, { kind: 'WITHDRAW', at: request.row.createdAt, sum: -request.row.won }, turn)
      announceWallet(wallet, turn.effects)
    }
  }
  const moved = txnId === null ? {} : { txnId, pairId }
  if (request) advance(state, purse, request, ended.status, { reason: ended.reason, ...moved }, turn)
  advanceOrder(state, order, as, { escrow: 0n, reason, reviewBy: null }, turn)
  // Who was never asked is told nothing.
  if (as === 'CANCELED' && reason !== 'MERCHANT' && reviewBy === null) callMerchant(order.row, 'cancel', turn)
}

/**
 * Opens a dispute, or adds to it. A closed order is open again. The coins of a purchase that was over are set aside anew only on proof that
 * money moved: pictures of its member, or the word of the merchant's bank.
 */
export function dispute(
  state: State,
  order: Order,
  said: Pick<P2pStatementRow, 'teller' | 'text' | 'fileIds'>,
  turn: Turn,
): void {
  const { siteId, id, memberId, statements, state: now, closedAt } = order.row
  turn.effects.add('p2pStatements', { siteId, id: turn.nextId(), orderId: id, memberId, ...said, at: turn.wall })
  const isProven = said.teller === 'MERCHANT' ? said.text === 'PAID_LATE' : said.fileIds.length > 0
  const isOpen = now === 'DISPUTED'
  const escrow = isProven && (isOpen || closedAt !== null) ? setAsideAgain(state, order, turn) : order.row.escrow
  order.row = { ...order.row, statements: statements + 1 }
  if (isOpen) {
    order.row = { ...order.row, escrow, rev: order.row.rev + 1 }
    tellOrder(order, turn)
    return
  }
  keepOrder(state, order)
  const reason = said.teller === 'SYSTEM' ? said.text : said.teller
  advanceOrder(state, order, 'DISPUTED', { escrow, reason }, turn)
  if (said.teller !== 'MERCHANT') callMerchant(order.row, 'dispute', turn)
}

/** A disputed purchase that money was paid for after all holds its coins again, where they are there to be held. */
export function secure(state: State, order: Order, turn: Turn): void {
  const escrow = setAsideAgain(state, order, turn)
  if (escrow === order.row.escrow) return
  order.row = { ...order.row, escrow, rev: order.row.rev + 1 }
  tellOrder(order, turn)
}

/**
 * What a purchase that was over has set aside from now on. What a member who sells got back is his: it is not taken before a decision. One
 * member binds a merchant's coins with one order at a time.
 */
function setAsideAgain(state: State, order: Order, turn: Turn): bigint {
  const { siteId, id, side, merchantId, point, escrow } = order.row
  const sub = merchantSub(merchantId)
  const isThere = state.ledger.houseBalance(siteId, 'PROVIDER_CLEARING', 'USDT', sub) >= point
  if (escrow > 0n || side === 'SELL' || !isThere || bindsAnother(state, order)) return escrow
  const legs = [
    { siteId, account: 'PROVIDER_CLEARING', sub, currency: 'USDT', amount: -point },
    { siteId, account: 'P2P_ESCROW', sub, currency: 'USDT', amount: point },
  ] as const
  state.ledger.move(legs, 'P2P_ESCROW', id, turn, turn.effects)
  return point
}

/** Whether another purchase of the member holds coins of the same merchant. */
function bindsAnother(state: State, order: Order): boolean {
  const { memberId, merchantId } = order.row
  return [...(p2pOf(state).open.get(memberId) ?? [])].some(
    (one) => one !== order && one.row.merchantId === merchantId && one.row.side === 'BUY' && one.row.escrow > 0n,
  )
}
