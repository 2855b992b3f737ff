import { walletCurrency } from '@maru/contract'
import { refusalReply, replyKeyOf, replyName } from '../../idempotency.ts'
import { answerLater } from '../../replies.ts'
import type { State, Turn } from '../../state.ts'
import type { Reply } from '../../types.ts'
import { availableOf } from '../../wallet.ts'
import { moneyConfigOf } from '../config.ts'
import { purseOf } from '../state.ts'
import { type Convert, exchangeOf, type Waiting } from './state.ts'

/** Takes a conversion on; the first mid that nobody could know yet decides it. Nothing is set aside until then. */
export function convert(state: State, command: Convert, turn: Turn): Reply | null {
  const { waiting, used, underWay } = exchangeOf(state)
  // The same command is under way already: its answer comes.
  if (underWay.has(nameOf(command))) return refusalReply('TRY_AGAIN_LATER')
  const refusal = refuse(state, command, turn)
  if (refusal) return refusal
  const { siteId, from, to, point, quote } = command
  const { convertDelayMs, convertWaitMs } = moneyConfigOf(state, siteId)
  const notBefore = turn.at + convertDelayMs
  const one: Waiting = { command, from, to, point, notBefore, mid: null, isOver: false }
  waiting.add(one)
  underWay.add(nameOf(command))
  state.due.push(notBefore + convertWaitMs, (_state, later) => {
    if (one.isOver || one.mid !== null) return
    end(state, one)
    // Nothing was done: the same command may come again.
    if (quote !== null) used.delete(quote.id)
    answerLater(state, command, refusalReply('TRY_AGAIN_LATER'), later)
  })
  if (quote !== null) {
    used.add(quote.id)
    state.dueWall.push(quote.expiresAt + 1, () => used.delete(quote.id))
  }
  return null
}

/** It was decided, or no mid came. */
export function end(state: State, one: Waiting): void {
  one.isOver = true
  const { waiting, underWay } = exchangeOf(state)
  waiting.delete(one)
  underWay.delete(nameOf(one.command))
}

const nameOf = (command: Convert): string => replyName(replyKeyOf(command)!)

function refuse(state: State, command: Convert, turn: Turn): Reply | null {
  const { siteId, memberId, from, to, point, quote } = command
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  if (purse.member.row.status === 'DENY') return refusalReply('ACCOUNT_DENIED')
  const [sold, bought] = [walletCurrency[from], walletCurrency[to]]
  // Bonus money is never converted, and money of one currency is transferred.
  if (from === 'BONUS' || to === 'BONUS' || sold === bought) return refusalReply('CURRENCY_UNSUPPORTED')
  if (point <= 0n) return refusalReply('INVALID_REQUEST')
  const wallet = state.ledger.wallet(memberId, from, sold)
  if (!wallet) return refusalReply('WALLET_NOT_FOUND')
  if (point > availableOf(wallet)) return refusalReply('BALANCE_INSUFFICIENT')
  return quote && refuseQuote(state, command, quote, turn)
}

function refuseQuote(state: State, { from, to, point }: Convert, quote: Quote, { wall }: Turn): Reply | null {
  const { since, used } = exchangeOf(state)
  if (quote.from !== from || quote.to !== to || quote.point !== point) return refusalReply('INVALID_REQUEST')
  if (used.has(quote.id)) return refusalReply('QUOTE_USED')
  return wall > quote.expiresAt || quote.issuedAt < since ? refusalReply('QUOTE_EXPIRED') : null
}

type Quote = NonNullable<Convert['quote']>
