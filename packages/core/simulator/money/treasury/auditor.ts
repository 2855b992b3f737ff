import type { Command, Effects, PostingRow } from '../../../src/index.ts'
import { replyKeyOf, replyName } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'
import { Answered } from '../exchange/answered.ts'
import { floatsOf, merchantsOf } from '../p2p/world.ts'

type Move = Extract<Command, { kind: 'moveHouse' }>
type Settle = Extract<Command, { kind: 'settleBreak' }>
type Place = NonNullable<Move['from']>

const capital: Place = { account: 'HOUSE_CAPITAL', sub: '' }
const fund: Place = { account: 'INSURANCE_FUND', sub: '' }

/** What is held for the house, and what it owes: all but these is its own. */
const heldOrOwed: ReadonlySet<string> = new Set([
  'BANK_KRW',
  'COIN_HOT',
  'COIN_COLD',
  'PROVIDER_CLEARING',
  'FX_CLEARING',
  'MEMBER',
  'MEMBER_BONUS',
  'WITHDRAWAL_PENDING',
  'DEPOSIT_SUSPENSE',
  'P2P_ESCROW',
  'PARTNER_PAYABLE',
  'TRADER_PAYABLE',
  'INSURANCE_FUND',
])

/** Judges moves of the house's own money by rules F: two persons, between accounts that may hold it, of what is there and owed to nobody. */
export class Treasury {
  readonly #undo: UndoLog
  readonly #answered: Answered
  readonly #balances = new Map<string, bigint>()
  /** What the house holds less what it owes, by site and currency. */
  readonly #own = new Map<string, bigint>()
  readonly counts = { 'treasury moves': 0, 'treasury refusals': 0, floats: 0, 'settled breaks': 0 }

  constructor(undo: UndoLog) {
    this.#undo = undo
    this.#answered = new Answered(undo)
    for (const { siteId, account, sub, currency, balance } of [1, 15].flatMap(floatsOf))
      this.#balances.set([siteId, account, sub, currency].join(' '), balance)
  }

  /** Sees a call with all its postings. */
  observe(command: Command | null, effects: Effects): void {
    const made = effects.rows.postings.filter(({ reason }) => reason.startsWith('HOUSE_') || reason === 'BREAK_SETTLED')
    const due =
      command?.kind === 'moveHouse'
        ? this.#judge(command, effects)
        : command?.kind === 'settleBreak'
          ? this.#judgeSettlement(command, effects)
          : []
    const shown = made.map(({ siteId, account, sub, currency, amount, reason }) =>
      [siteId, account, sub, currency, amount, reason].join(' '),
    )
    equal(shown.sort().join('\n'), due.sort().join('\n'), 'what a move of the house posts')
    for (const posting of effects.rows.postings) this.#book(posting)
  }

  /** The postings that a move has to make. */
  #judge(command: Move, { reply, rows }: Effects): string[] {
    if (this.#answered.isRepeat(command, reply)) return []
    if (reply) this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    const { siteId, move, currency, amount } = command
    const [credit, debit] = endsOf(command)
    const due = this.#refusal(command, credit, debit)
    const code = (reply?.body as { code?: string } | undefined)?.code ?? null
    equal(code, due, `the answer to ${move} of ${amount} ${currency}`)
    if (due !== null) {
      this.counts['treasury refusals']++
      return []
    }
    this.counts['treasury moves']++
    if (command.merchantId !== null) this.counts.floats++
    equal(rows.houseMoves.length, 1, `rows of ${move}`)
    const leg = ({ account, sub }: Place, signed: bigint) =>
      [siteId, account, sub, currency, signed, `HOUSE_${move}`].join(' ')
    return [leg(credit!, amount), leg(debit!, -amount)]
  }

  /** The postings that a settlement has to make: the account comes to what its statement says. */
  #judgeSettlement(command: Settle, { reply, rows }: Effects): string[] {
    if (this.#answered.isRepeat(command, reply)) return []
    if (reply) this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    const { siteId, cause, currency, amount, place } = command
    const due = this.#refusalOfSettlement(command)
    const code = (reply?.body as { code?: string } | undefined)?.code ?? null
    equal(code, due, `the answer to a settlement of ${amount} ${currency} as ${cause}`)
    if (due !== null) return []
    this.counts['settled breaks']++
    equal(rows.breakSettlements.length, 1, 'rows of a settlement')
    if (cause === 'NAME') return []
    const other = { PROVIDER_FEE: `PROVIDER_FEE ${place!.sub}`, BAD_DEBT: 'BAD_DEBT ', CAPITAL: 'HOUSE_CAPITAL ' }[
      cause
    ]
    return [
      `${siteId} ${place!.account} ${place!.sub} ${currency} ${-amount} BREAK_SETTLED`,
      `${siteId} ${other} ${currency} ${amount} BREAK_SETTLED`,
    ]
  }

  #refusalOfSettlement({
    siteId,
    approval,
    cause,
    currency,
    amount,
    place,
    providerRef,
    postingId,
  }: Settle): string | null {
    if (!approval) return 'PERMISSION_DENIED'
    const sides = (providerRef === '' ? 0 : 1) + (postingId === null ? 0 : 1)
    if (cause === 'NAME') return sides === 2 && amount === 0n && place === null ? null : 'INVALID_REQUEST'
    if (sides === 0 || amount === 0n || place === null || !mayHold(place, currency)) return 'INVALID_REQUEST'
    const own = this.#own.get(`${siteId} ${currency}`) ?? 0n
    return cause === 'CAPITAL' && amount < 0n && -amount > (own > 0n ? own : 0n) ? 'BALANCE_INSUFFICIENT' : null
  }

  #refusal(command: Move, credit: Place | null, debit: Place | null): string | null {
    const { siteId, move, currency, amount, from, to, merchantId } = command
    if (!command.approval) return 'PERMISSION_DENIED'
    if (move.startsWith('FLOAT_') !== (merchantId !== null)) return 'INVALID_REQUEST'
    if (merchantId !== null) {
      const merchant = merchantsOf(siteId).find(({ id }) => id === merchantId)
      if (!merchant) return 'HISTORY_NOT_FOUND'
      if (merchant.isDemo || currency !== 'USDT') return 'INVALID_REQUEST'
    }
    const isOver = (from !== null && credit !== from) || (to !== null && debit !== to)
    if (!credit || !debit || isOver || amount <= 0n) return 'INVALID_REQUEST'
    if (credit.account === debit.account && credit.sub === debit.sub) return 'INVALID_REQUEST'
    for (const place of [from, to]) if (place && !mayHold(place, currency)) return 'INVALID_REQUEST'
    const at = ({ account, sub }: Place) => this.#balances.get([siteId, account, sub, currency].join(' '))
    if (move === 'OPENING' && at(debit) !== undefined) return 'STALE_VERSION'
    const isCapital = move === 'CAPITAL_OUT' || move === 'FUND_IN'
    const limits = [
      ...(from ? [-(at(from) ?? 0n)] : []),
      ...(isCapital ? [this.#own.get(`${siteId} ${currency}`) ?? 0n] : []),
      ...(move === 'FUND_OUT' ? [at(fund) ?? 0n] : []),
      ...(move === 'FLOAT_OUT' ? [at(debit) ?? 0n] : []),
    ]
    return limits.some((most) => amount > most) ? 'BALANCE_INSUFFICIENT' : null
  }

  #book({ siteId, account, sub, currency, amount }: PostingRow): void {
    const name = [siteId, account, sub, currency].join(' ')
    this.#undo.set(this.#balances, name, (this.#balances.get(name) ?? 0n) + amount)
    if (!heldOrOwed.has(account)) return
    const own = `${siteId} ${currency}`
    this.#undo.set(this.#own, own, (this.#own.get(own) ?? 0n) - amount)
  }
}

/** Which account gives and which receives; null: the command had to name it. */
function endsOf({ move, from, to, merchantId }: Move): readonly [Place | null, Place | null] {
  const float: Place = { account: 'PROVIDER_CLEARING', sub: `p2p-${merchantId}` }
  if (move === 'FLOAT_IN') return [float, to]
  if (move === 'FLOAT_OUT') return [from, float]
  if (move === 'TRANSFER') return [from, to]
  if (move === 'CAPITAL_OUT') return [from, capital]
  if (move === 'FUND_IN') return [fund, capital]
  if (move === 'FUND_OUT') return [capital, fund]
  return [capital, to]
}

const mayHold = ({ account }: Place, currency: string): boolean =>
  account === 'BANK_KRW' ? currency === 'KRW' : account === 'PROVIDER_CLEARING' || currency !== 'KRW'
