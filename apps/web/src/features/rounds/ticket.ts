import type { Bet, MyWallet, Round, Side } from '@maru/contract'
import { stageOf } from '../../books/rounds/arrange.ts'
import type { Rest } from '../../protection/limits.ts'

export interface TicketInputs {
  /** Whole KRW. */
  readonly point: number
}
export interface TicketHolder {
  readonly signedIn: boolean
  /** Spendable KRW; null until the wallet came. */
  readonly available: number | null
  /** Bonus money that a stake may take once the cash is gone. */
  readonly bonus?: number
  /** The member's bets in progress. */
  readonly bets: readonly Bet[]
  /** A break or a self-exclusion of his own that has not ended. */
  readonly rest?: Rest | null
}
export interface TicketPrices {
  readonly feed: 'live' | 'stale' | 'waiting'
}

/** Why no side can be taken at all. The first that holds is shown on the button. */
export type TicketBlock = 'loading' | 'stopped' | 'locked' | 'feed' | 'amount' | 'rest' | null
export type AmountError = 'below-min' | 'above-max' | 'unit' | 'balance'

export interface TicketSummary {
  /** What a won bet credits: floor(point × rate). */
  readonly payout: number
  readonly profit: number
  readonly payoutRate: string
  /** 1 / rate in percent, one decimal: the share of won rounds at which nothing is won or lost. */
  readonly breakEven: string
  /** What of the stake is bonus money: cash goes first. */
  readonly ofBonus: number
}

export interface Ticket {
  readonly summary: TicketSummary
  readonly errors: readonly { readonly code: AmountError; readonly params: Record<string, number> }[]
  readonly block: TicketBlock
  /** The side that this round is already taken on: the other one is refused (one side a round). */
  readonly side: Side | null
}

/** The order ticket as a function of what was typed, the wallet, the round and the feed at `now`. */
export function ticketOf(
  { point }: TicketInputs,
  holder: TicketHolder,
  round: Round | null,
  prices: TicketPrices,
  now: number,
): Ticket {
  const payoutRate = round?.payoutRate ?? '0'
  const payout = payoutOf(point, payoutRate)
  const { available, bonus = 0 } = holder
  const errors = round ? amountErrors(point, available === null ? null : available + bonus, round) : []
  const mine = round && holder.bets.find((bet) => bet.tradeRoundId === round.id && bet.status === 0)
  return {
    summary: {
      payout,
      profit: payout - point,
      payoutRate,
      breakEven: breakEvenOf(payoutRate),
      ofBonus: bonus > 0 && available !== null ? Math.max(0, point - available) : 0,
    },
    errors,
    block: blockOf(holder, round, prices, errors.length > 0, now),
    side: mine?.type ?? null,
  }
}

function blockOf(
  holder: TicketHolder,
  round: Round | null,
  prices: TicketPrices,
  amountIsWrong: boolean,
  now: number,
): TicketBlock {
  if (holder.rest) return 'rest'
  if (!round) return 'loading'
  const stage = stageOf(round, now)
  if (stage === 'ahead') return 'loading'
  if (stage !== 'open') return 'locked'
  if (!round.isBettable) return 'stopped'
  if (prices.feed !== 'live') return 'feed'
  // A guest is led to sign in; what he typed is checked then.
  if (!holder.signedIn) return null
  if (holder.available === null) return 'loading'
  return amountIsWrong ? 'amount' : null
}

function amountErrors(point: number, available: number | null, round: Round): Ticket['errors'] {
  const [min, max, unit] = [Number(round.minPoint), Number(round.maxPoint), Number(round.unit)]
  const errors: { code: AmountError; params: Record<string, number> }[] = []
  if (point < min) errors.push({ code: 'below-min', params: { min } })
  if (point > max) errors.push({ code: 'above-max', params: { max } })
  if (point % unit !== 0) errors.push({ code: 'unit', params: { unit } })
  if (available !== null && point > available) errors.push({ code: 'balance', params: { available } })
  return errors
}

/** floor(point × rate) in whole KRW, exact: the rate is a decimal string. */
export function payoutOf(point: number, rate: string): number {
  const [whole = '0', part = ''] = rate.split('.')
  const scale = 10n ** BigInt(part.length)
  return Number((BigInt(Math.trunc(point)) * BigInt(whole + part)) / scale)
}

/** 1 / rate in percent with one decimal. */
export function breakEvenOf(rate: string): string {
  const value = Number(rate)
  return value > 0 ? (100 / value).toFixed(1) : '0.0'
}

/** What the risk warning names at a payout rate. */
export const riskFigures = (rate: string) => ({ rate, percent: breakEvenOf(rate) })

type Purse = Pick<MyWallet, 'type' | 'point'> & { readonly held?: readonly { readonly cause: string }[] | undefined }

/** What a stake may take, in whole KRW: cash, and bonus money while no withdrawal is open; null until the wallets came. */
export function spendableOf(wallets: readonly Purse[] | undefined): { cash: number; bonus: number } | null {
  const cash = wallets?.find(({ type }) => type === 'BINARY')
  if (!wallets || !cash) return null
  const bonus = wallets.find(({ type }) => type === 'BONUS')
  const isLeaving = wallets.some(({ held = [] }) => held.some(({ cause }) => cause === 'PENDING'))
  return { cash: wholeOf(cash), bonus: bonus && !isLeaving ? wholeOf(bonus) : 0 }
}

const wholeOf = ({ point }: Purse) => Math.max(0, Math.floor(Number(point)))

/** The largest amount that may be staked at once: the whole balance, cut to the limit and to whole units. */
export function wholeAmount(available: number, round: Pick<Round, 'maxPoint' | 'unit'>): number {
  const unit = Number(round.unit)
  return Math.max(0, Math.floor(Math.min(available, Number(round.maxPoint)) / unit) * unit)
}
