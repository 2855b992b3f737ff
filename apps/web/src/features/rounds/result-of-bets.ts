import type { Bet } from '@maru/contract'

export interface RoundOutcome {
  readonly tradeRoundId: number
  readonly roundNo: number
  readonly tradeOptionId: number
  readonly kind: 'won' | 'lost' | 'void'
  /** Of all bets of the round, KRW. */
  readonly stake: number
  /** Net of all bets of the round, KRW. */
  readonly profit: number
  readonly refund: number
  readonly bet: Bet
}

/** The bets of one round put into one piece of news: by their net result, void only if all are. */
export function outcomeOfBets(bets: readonly Bet[]): RoundOutcome | null {
  const decided = bets.filter(({ status }) => status !== 0)
  const [first] = decided
  if (!first) return null
  const profit = decided.reduce((sum, bet) => sum + Number(bet.profit), 0)
  const voided = decided.filter(({ status }) => status === 3)
  const kind = voided.length === decided.length ? 'void' : profit > 0 ? 'won' : 'lost'
  return {
    tradeRoundId: first.tradeRoundId,
    roundNo: first.roundNo,
    tradeOptionId: first.tradeOptionId,
    kind,
    stake: decided.reduce((sum, { point }) => sum + Number(point), 0),
    profit,
    refund: voided.reduce((sum, { point }) => sum + Number(point), 0),
    bet: decided.find(({ status }) => status === (kind === 'won' ? 1 : kind === 'lost' ? 2 : 3)) ?? first,
  }
}
