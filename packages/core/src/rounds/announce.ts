import type { BetEvent } from '@maru/contract'
import { announceWallet } from '../announce.ts'
import type { Collector } from '../effects.ts'
import type { EpochMs } from '../types.ts'
import { betWire, roundWire, walletWire } from '../wire.ts'
import type { Bet, Round } from './state.ts'

/** Tells everyone on the option's topic what became of a round. */
export function announceRound(round: Round, event: `ROUND_${string}`, at: EpochMs, effects: Collector): void {
  effects.event({
    to: 'topic',
    siteId: round.row.siteId,
    topic: `/topic/trade/${round.row.optionId}`,
    event,
    data: roundWire(round.row, round.option.row, at),
  })
}

/** Tells the owner what became of his bet and, where money moved, of his wallet. Returns what he was told of the bet. */
export function announceBet(round: Round, bet: Bet, event: `BET_${string}`, effects: Collector): BetEvent {
  const { siteId, memberId } = bet.row
  const data = { bet: betWire(bet.row, round.row, round.option.row), wallet: walletWire(bet.wallet.row) }
  effects.event({ to: 'member', siteId, memberId, queue: 'trade', event, data })
  if (event === 'BET_STRUCK') return data
  announceWallet(bet.wallet, effects)
  if (bet.bonus) announceWallet(bet.bonus, effects)
  return data
}
