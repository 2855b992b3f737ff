import { type Currency, walletCurrency } from '@maru/contract'
import { formatRational, type Rational } from '@maru/positions'
import { announceWallet } from '../../announce.ts'
import { refusalReply } from '../../idempotency.ts'
import type { Leg, Wallet } from '../../ledger.ts'
import { formatMinor, unitText } from '../../money.ts'
import { worked } from '../../ranks.ts'
import { answerLater } from '../../replies.ts'
import type { State, Turn } from '../../state.ts'
import type { Minor, Reply } from '../../types.ts'
import { availableOf, countAnew } from '../../wallet.ts'
import { moneyConfigOf } from '../config.ts'
import { walletOf } from '../deposit.ts'
import { countToday, moveLocks, usedToday } from '../locks.ts'
import { addLeg } from '../rows.ts'
import { type Purse, purseOf } from '../state.ts'
import { dnwWire } from '../wire.ts'
import { end } from './accept.ts'
import { midOf, worthAt } from './prices.ts'
import { exchangeOf, type Mid, type Waiting } from './state.ts'

/** Conversions whose mid came, a part of them a turn. */
export const conversions = {
  rank: worked.conversions,
  pending: (state: State) => exchangeOf(state).decided.length > 0,
  step(state: State, maxRows: number, turn: Turn): void {
    const { decided } = exchangeOf(state)
    while (decided.length > 0 && turn.effects.count < maxRows) {
      const one = decided.shift()!
      end(state, one)
      answerLater(state, one.command, execute(state, one, one.mid!, turn), turn)
    }
  },
}

function execute(state: State, { command, from, to, point }: Waiting, mid: Mid, turn: Turn): Reply {
  const { siteId, memberId, quote } = command
  const config = moneyConfigOf(state, siteId)
  const purse = purseOf(state, siteId, memberId)!
  countAnew(state, memberId, turn)
  const sold = state.ledger.wallet(memberId, from, walletCurrency[from])!
  if (purse.member.row.status === 'DENY') return refusalReply('ACCOUNT_DENIED')
  if (point > availableOf(sold)) return refusalReply('BALANCE_INSUFFICIENT')
  if (quote !== null && isBetter(quote, mid, config.convertMovePpm)) return refusalReply('QUOTE_EXPIRED')
  const price = quote ?? mid
  const [a, b] = [walletCurrency[from], walletCurrency[to]]
  const spreadPpm = quote?.spreadPpm ?? config.convertSpreadPpm
  const receive = worthAt(price, a, b, point, spreadPpm)
  // Limits are in won: what is bought has to be worth something now, as what is sold.
  const [inWon, boughtInWon] = [a, b].map((one) => midOf(state, { siteId, at: turn.at }, one, 'KRW'))
  if (!inWon || !boughtInWon) return refusalReply('TRY_AGAIN_LATER')
  const won = worthAt(inWon, a, 'KRW', point)
  if (won < config.convertMin || receive <= 0n)
    return refusalReply('APPLY_BELOW_MIN', {
      min: formatMinor(config.convertMin, 'KRW'),
      currency: unitText('KRW'),
    })
  const gross = worthAt(price, a, b, point)
  const isOver =
    usedToday(purse, 'CONVERT', turn.wall) + won > config.convertDayMax ||
    isBeyondNet(state, siteId, { currency: a, change: point, inWon }) ||
    isBeyondNet(state, siteId, { currency: b, change: -gross, inWon: boughtInWon })
  if (isOver) return refusalReply('CONVERT_LIMIT')
  const bought = walletOf(state, purse, to, turn)
  const id = turn.nextId()
  const txnId = post(state, { sold, bought, point, receive, gross, id }, turn)
  moveLocks(state, purse, { from: sold, to: bought, left: point, arrived: receive }, turn)
  countToday(state, purse, { kind: 'CONVERT', at: turn.wall, sum: won }, turn)
  const rate = rateOf(price, spreadPpm)
  const legs = addLegs(purse, { sold, bought, point, receive, fee: gross - receive, won, rate, txnId, id }, turn)
  for (const wallet of [sold, bought]) announceWallet(wallet, turn.effects)
  return { status: 200, body: legs }
}

/** What one unit brought, the spread included. */
const rateOf = ({ numerator, denominator }: Rational, spreadPpm: number): string =>
  formatRational({ numerator: numerator * BigInt(1_000_000 - spreadPpm), denominator: denominator * 1_000_000n }, 8)

/** Whether a quote gives its member more than the mid, by more than the site lets a price move. */
const isBetter = (quote: Rational, mid: Rational, movePpm: number): boolean =>
  quote.numerator * mid.denominator * 1_000_000n > mid.numerator * quote.denominator * BigInt(1_000_000 + movePpm)

interface NetChange {
  readonly currency: Currency
  readonly change: Minor
  /** What one of it is worth now. */
  readonly inWon: Mid
}

/** Whether a conversion would bring the site further into a currency, long or short, than it may be. */
function isBeyondNet(state: State, siteId: number, { currency, change, inWon }: NetChange): boolean {
  if (currency === 'KRW') return false
  const before = state.ledger.houseBalance(siteId, 'FX_CLEARING', currency)
  const [held, after] = [before, before + change].map((one) => (one < 0n ? -one : one)) as [Minor, Minor]
  return after > held && worthAt(inWon, currency, 'KRW', after) > moneyConfigOf(state, siteId).convertNetMax
}

interface Exchanged {
  readonly sold: Wallet
  readonly bought: Wallet
  readonly point: Minor
  readonly receive: Minor
  readonly id: number
}

/** The house takes over what was sold and gives what it is worth; the spread of that is its own. */
function post(
  state: State,
  { sold, bought, point, receive, gross, id }: Exchanged & { readonly gross: Minor },
  turn: Turn,
): number {
  const { siteId, currency: a } = sold.row
  const b = bought.row.currency
  const legs: Leg[] = [
    { wallet: sold, amount: -point },
    { siteId, account: 'FX_CLEARING', currency: a, amount: point },
    { siteId, account: 'FX_CLEARING', currency: b, amount: -gross },
    { wallet: bought, amount: receive },
  ]
  if (gross > receive) legs.push({ siteId, account: 'FX_SPREAD', currency: b, amount: gross - receive })
  return state.ledger.move(legs, 'CONVERSION', id, turn, turn.effects)
}

function addLegs(
  purse: Purse,
  of: Exchanged & { readonly fee: Minor; readonly won: Minor; readonly rate: string; readonly txnId: number },
  turn: Turn,
) {
  const { sold, bought, point, receive, fee, won, rate, txnId, id } = of
  const inId = turn.nextId()
  const shared = { won, rate, txnId }
  const out = addLeg(
    purse,
    { ...shared, id, type: 'CO', walletType: sold.row.type, currency: sold.row.currency, point, pairId: inId },
    turn,
  )
  const into = addLeg(
    purse,
    {
      ...shared,
      id: inId,
      type: 'CI',
      walletType: bought.row.type,
      currency: bought.row.currency,
      point: receive,
      fee,
      pairId: id,
    },
    turn,
  )
  return { out: dnwWire(out), in: dnwWire(into) }
}
