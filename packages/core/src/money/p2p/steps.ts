import type { P2pState } from '@maru/contract'
import { announceWallet } from '../../announce.ts'
import { formatMinor } from '../../money.ts'
import { newCall } from '../../outgoing/outgoing.ts'
import type { State, Turn } from '../../state.ts'
import { moneyConfigOf } from '../config.ts'
import { providerMember, walletOf } from '../deposit.ts'
import { addLeg, advance, requestIn } from '../rows.ts'
import { KNOWN_AFTER_MS, purseOf } from '../state.ts'
import { keepOrder, merchantSub, type Order, p2pOf, p2pReference } from './state.ts'
import type { P2pOrderRow, P2pStatementRow } from './tables.ts'
import { countUnpaid } from './unpaid.ts'
import { p2pWire } from './wire.ts'

type Parts = Partial<Pick<P2pOrderRow, 'account' | 'memo' | 'reference' | 'reason' | 'escrow' | 'dnwId'>>

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

/** What becomes of an order when nothing happens: nothing, after somebody said that he paid, but a dispute. */
export function waitFor(state: State, order: Order): void {
  const { siteId, state: now, payBy, answerBy, createdAt } = order.row
  const { p2pAskMs } = moneyConfigOf(state, siteId)
  const due = { OPEN: createdAt + p2pAskMs, ESCROWED: payBy, PAID: answerBy }[now as string] ?? null
  if (due === null) return
  state.dueWall.push(due, (_state, turn) => {
    if (order.row.state !== now) return
    // The site may have given merchants more time meanwhile.
    if (now === 'OPEN' && turn.wall < createdAt + moneyConfigOf(state, siteId).p2pAskMs) waitFor(state, order)
    else if (now === 'OPEN') giveBack(state, order, 'CANCELED', 'MERCHANT_SILENT', turn)
    else if (now === 'ESCROWED') expire(state, order, turn)
    else dispute(state, order, { teller: 'SYSTEM', text: 'SILENT', fileIds: [] }, turn)
  })
}

function expire(state: State, order: Order, turn: Turn): void {
  if (order.row.side === 'BUY') countUnpaid(state, order.row, turn)
  giveBack(state, order, 'EXPIRED', 'UNPAID', turn)
}

/** The order is over and nobody bought: what was set aside is its seller's again. */
export function giveBack(state: State, order: Order, as: 'CANCELED' | 'EXPIRED', reason: string, turn: Turn): void {
  const { siteId, id, memberId, side, merchantId, walletType, escrow, dnwId, won } = order.row
  const purse = purseOf(state, siteId, memberId)!
  const sub = merchantSub(merchantId)
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
      const of = { type: 'E', walletType, currency: 'USDT', point: escrow, won, pairId: dnwId, txnId, reason } as const
      pairId = addLeg(purse, of, turn).id
      announceWallet(wallet, turn.effects)
    }
  }
  const request = requestIn(state, siteId, dnwId)
  if (request)
    advance(state, purse, request, 'CANCELED', { reason, ...(txnId === null ? {} : { txnId, pairId }) }, turn)
  if (as === 'CANCELED' && reason !== 'MERCHANT') callMerchant(order.row, 'cancel', turn)
  advanceOrder(state, order, as, { escrow: 0n, reason }, turn)
}

/** Opens a dispute, or adds to it. A closed order is open again, its coins set aside anew where the merchant has them. */
export function dispute(
  state: State,
  order: Order,
  said: Pick<P2pStatementRow, 'teller' | 'text' | 'fileIds'>,
  turn: Turn,
): void {
  const { siteId, id, memberId, statements, state: now } = order.row
  turn.effects.add('p2pStatements', { siteId, id: turn.nextId(), orderId: id, memberId, ...said, at: turn.wall })
  order.row = { ...order.row, statements: statements + 1 }
  if (now === 'DISPUTED') {
    order.row = { ...order.row, rev: order.row.rev + 1 }
    tellOrder(order, turn)
    return
  }
  const escrow = order.row.closedAt === null ? order.row.escrow : setAsideAgain(state, order.row, turn)
  keepOrder(state, order)
  if (said.teller !== 'MERCHANT') callMerchant(order.row, 'dispute', turn)
  const reason = said.teller === 'SYSTEM' ? said.text : said.teller
  advanceOrder(state, order, 'DISPUTED', { escrow, reason }, turn)
}

/** Of a purchase that was over. What a member who sells got back is his: it is not taken before a decision. */
function setAsideAgain(state: State, { siteId, id, side, merchantId, point }: P2pOrderRow, turn: Turn): bigint {
  const sub = merchantSub(merchantId)
  if (side === 'SELL' || state.ledger.houseBalance(siteId, 'PROVIDER_CLEARING', 'USDT', sub) < point) return 0n
  const legs = [
    { siteId, account: 'PROVIDER_CLEARING', sub, currency: 'USDT', amount: -point },
    { siteId, account: 'P2P_ESCROW', sub, currency: 'USDT', amount: point },
  ] as const
  state.ledger.move(legs, 'P2P_ESCROW', id, turn, turn.effects)
  return point
}

/** Tells the merchant's side of a step; the call is written with the state that asks for it. */
export function callMerchant(row: P2pOrderRow, step: 'open' | 'paid' | 'cancel' | 'dispute', turn: Turn): void {
  const { siteId, id, memberId, merchantId, side, won, point, payer, accountId, reference } = row
  const body = {
    reference: p2pReference(id),
    member: providerMember(siteId, memberId),
    merchant: String(merchantId),
    side,
    won: formatMinor(won, 'KRW'),
    amount: formatMinor(point, 'USDT'),
    currency: 'USDT',
    step,
    payer,
    ...(reference === '' ? {} : { note: reference }),
  }
  const payload = { call: 'p2p', orderId: id, memberId, accountId, body }
  // An order may be disputed and taken back again: the calls of it are told apart by the version.
  const canRepeat = step === 'dispute' || step === 'cancel'
  const name = `p2p-${id}-${step}${canRepeat ? `-${row.rev}` : ''}`
  turn.effects.add(
    'outgoing',
    newCall({ siteId, id: name, kind: 'provider-call', provider: 'p2p', payload }, turn.wall),
  )
}
