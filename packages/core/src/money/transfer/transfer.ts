import { walletCurrency } from '@maru/contract'
import { announceWallet } from '../../announce.ts'
import { refusalReply } from '../../idempotency.ts'
import type { Wallet } from '../../ledger.ts'
import { countDeposit, refuseDepositLimit } from '../../limits/deposits.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Deposited, Minor, Reply } from '../../types.ts'
import { availableOf } from '../../wallet.ts'
import { forfeitBonus } from '../bonus/close.ts'
import { moneyConfigOf } from '../config.ts'
import { refuseDepositor, walletOf } from '../deposit.ts'
import { refuseAmount, refuseExit } from '../exits.ts'
import { countToday, moveLocks, usedToday } from '../locks.ts'
import { noticeExit } from '../notices.ts'
import { addLeg } from '../rows.ts'
import { type Purse, purseOf } from '../state.ts'
import { noteDeposit } from '../untraded.ts'
import { wonOf } from '../value.ts'
import { dnwWire } from '../wire.ts'

type Own = Extract<Command, { kind: 'transferOwn' }>
type ToMember = Extract<Command, { kind: 'transferToMember' }>

/** Moves money between a member's own wallets of one currency; what is locked stays so there. */
export function transferOwn(state: State, { siteId, memberId, from, to, point }: Own, turn: Turn): Reply {
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  if (purse.member.row.status === 'DENY') return refusalReply('ACCOUNT_DENIED')
  if (from === to || to === 'BONUS' || walletCurrency[from] !== walletCurrency[to])
    return refusalReply('CURRENCY_UNSUPPORTED')
  const sender = state.ledger.wallet(memberId, from, walletCurrency[from])
  if (!sender) return refusalReply('WALLET_NOT_FOUND')
  if (point <= 0n) return refusalReply('INVALID_REQUEST')
  // The bonus wallet's own refusal.
  if (from === 'BONUS') return refuseAmount(purse, sender, point, turn)!
  if (point > availableOf(sender)) return refusalReply('BALANCE_INSUFFICIENT')
  const receiver = walletOf(state, purse, to, turn)
  const reply = move(state, { purse, other: purse, sender, receiver, point, won: 0n, names: ['', ''] }, turn)
  moveLocks(state, purse, { from: sender, to: receiver, left: point, arrived: point }, turn)
  return reply
}

/** Gives money to another member of the site: what may leave, and no more a day than the site lets. */
export function transferToMember(state: State, command: ToMember, turn: Turn): Reply {
  const { siteId, memberId, receiverId, walletType, point, senderName, receiverName } = command
  const purse = purseOf(state, siteId, memberId)
  const other = purseOf(state, siteId, receiverId)
  if (!purse || !other) return refusalReply('USER_NOT_FOUND')
  if (receiverId === memberId) return refusalReply('TRANSFER_SELF')
  const sender = state.ledger.wallet(memberId, walletType, walletCurrency[walletType])
  if (!sender) return refusalReply('WALLET_NOT_FOUND')
  if (point <= 0n) return refusalReply('INVALID_REQUEST')
  const refusal =
    refuseExit(state, purse, turn) ??
    refuseReceiver(state, other, { currency: sender.row.currency, amount: point }, turn) ??
    refuseAmount(purse, sender, point, turn)
  if (refusal) return refusal
  const won = wonOf(state, siteId, sender.row.currency, point, turn)
  if (won === null) return refusalReply('TRY_AGAIN_LATER')
  const { transferDayMax } = moneyConfigOf(state, siteId)
  if (usedToday(purse, 'TRANSFER', turn.wall) + won > transferDayMax) return refusalReply('WITHDRAW_LIMIT_EXCEEDED')
  countToday(state, purse, { kind: 'TRANSFER', at: turn.wall, sum: won }, turn)
  const receiver = walletOf(state, other, walletType, turn)
  const reply = move(state, { purse, other, sender, receiver, point, won, names: [receiverName, senderName] }, turn)
  // What nobody has traded with is looked at before it leaves, through whose hands it may go.
  if (purse.known.row.untradedSince !== null) noteDeposit(other, turn)
  forfeitBonus(state, purse, turn)
  return reply
}

/** To be given money is as to deposit: who may not, or has set himself a limit that this would pass, gets none. The sender reads nothing of why. */
function refuseReceiver(state: State, other: Purse, added: Pick<Deposited, 'currency' | 'amount'>, turn: Turn) {
  const isBarred =
    refuseDepositor(other, turn) !== null || refuseDepositLimit(state, other.member, added, turn.wall) !== null
  return isBarred ? refusalReply('USER_NOT_FOUND') : null
}

interface Moved {
  readonly purse: Purse
  readonly other: Purse
  readonly sender: Wallet
  readonly receiver: Wallet
  readonly point: Minor
  readonly won: Minor
  /** Who each side sees on the other. */
  readonly names: readonly [string, string]
}

function move(state: State, { purse, other, sender, receiver, point, won, names }: Moved, turn: Turn): Reply {
  const { currency } = sender.row
  const [id, pairId] = [turn.nextId(), turn.nextId()]
  const legs = [
    { wallet: sender, amount: -point },
    { wallet: receiver, amount: point },
  ]
  const txnId = state.ledger.move(legs, 'TRANSFER', id, turn, turn.effects)
  const shared = { currency, point, won, txnId }
  const out = addLeg(
    purse,
    { ...shared, id, pairId, type: 'TO', walletType: sender.row.type, counterparty: names[0] },
    turn,
  )
  addLeg(
    other,
    { ...shared, id: pairId, pairId: id, type: 'TI', walletType: receiver.row.type, counterparty: names[1] },
    turn,
  )
  if (purse !== other) noticeExit(out, 'TRANSFER', turn)
  if (purse !== other)
    countDeposit(state, other.member.row.memberId, { dnwId: pairId, currency, at: turn.wall, amount: point })
  for (const wallet of [sender, receiver]) announceWallet(wallet, turn.effects)
  return { status: 200, body: dnwWire(out) }
}
