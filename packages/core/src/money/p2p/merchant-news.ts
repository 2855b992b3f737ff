import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { isSameName } from '../names.ts'
import { callMerchant } from './calls.ts'
import { finish } from './finish.ts'
import { type Order, orderIn } from './state.ts'
import { advanceOrder, dispute, giveBack, secure } from './steps.ts'
import type { P2pFact } from './types.ts'

type Answered = Extract<Command, { kind: 'p2pAnswered' }>

/** The merchant takes an order and says where to pay, or refuses it. What comes after its end changes nothing: who took it then hears of the end again. */
export function p2pAnswered(state: State, command: Answered, turn: Turn): Reply {
  const { siteId, orderId, closed, isTaken, account, memo } = command
  const order = orderIn(state, siteId, orderId, closed)
  if (order?.row.state === 'OPEN' && order.row.reviewBy === null) {
    const isPayable = isTaken && (order.row.side === 'SELL' || account !== '')
    if (!isPayable) giveBack(state, order, 'CANCELED', isTaken ? 'MERCHANT_SILENT' : 'MERCHANT', turn)
    else advanceOrder(state, order, 'ESCROWED', order.row.side === 'BUY' ? { account, memo } : { memo }, turn)
  } else if (order?.row.state === 'CANCELED' && isTaken) callMerchant(order.row, 'cancel', turn, `-${turn.nextId()}`)
  return { status: 200, body: {} }
}

/** Takes over what the merchants' provider told: states only advance, and what does not fit is a dispute. */
export function hearOfP2p(state: State, siteId: number, told: P2pFact, turn: Turn): void {
  const order = orderIn(state, siteId, told.orderId, told.closed)
  if (!order || order.row.state === 'RELEASED') return
  const argue = (text: string) => dispute(state, order, { teller: 'MERCHANT', text, fileIds: [] }, turn)
  const isOver = order.row.closedAt !== null
  const isArgued = order.row.state === 'DISPUTED'
  if (told.state === 'DISPUTED') {
    if (!isArgued) argue('DISPUTED')
  } else if (told.state === 'CANCELED') cancelByMerchant(state, order, argue, turn)
  // Somebody paid: after its end, or not as agreed, staff decide.
  else if (isOver) argue('PAID_LATE')
  else if (!isArgued && misfit(order, told)) argue(misfit(order, told)!)
  else if (told.state === 'RELEASED' && order.row.side === 'BUY' && !misfit(order, told)) finish(state, order, turn)
  else if (order.row.state === 'OPEN' || order.row.state === 'ESCROWED') advanceOrder(state, order, 'PAID', {}, turn)
  else if (!misfit(order, told)) secure(state, order, turn)
}

/** Why news of a payment is not what was agreed; null: it is. */
function misfit({ row }: Order, { amount, currency, payer, state }: P2pFact): string | null {
  if (amount !== row.point || currency !== 'USDT') return 'AMOUNT'
  const isOther = row.side === 'BUY' && payer !== null && !isSameName(payer, row.payer)
  return isOther && state !== 'CANCELED' ? 'PAYER' : null
}

/** A merchant may take back what nobody can have paid; his coins stay set aside while a buyer has his account. */
function cancelByMerchant(state: State, order: Order, argue: (text: string) => void, turn: Turn): void {
  const { state: now, side, closedAt } = order.row
  if (closedAt !== null || now === 'DISPUTED') return
  if (now === 'PAID') argue('CANCELED')
  else if (now === 'OPEN' || side === 'SELL') giveBack(state, order, 'CANCELED', 'MERCHANT', turn)
}
