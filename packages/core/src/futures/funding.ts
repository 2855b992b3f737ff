import { fundingByIndex } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import type { Minor } from '../types.ts'
import { announcePosition } from './announce.ts'
import { heldSince } from './growth.ts'
import { postResult } from './post-result.ts'
import type { Position } from './state.ts'

/** What a position is paid (+) or pays (−) of the newest funding, if that was not settled with it yet. */
export function owedFunding(position: Position): Minor {
  const { row, market } = position
  const { funding } = market.instrument
  if (row.closedAt !== null || funding === null || row.fundingIndex === funding.index || row.openedAt > funding.at)
    return 0n
  const perStep = (funding.index - row.fundingIndex) * market.scale.unit
  const share = fundingByIndex(row.qty, perStep)
  return share > 0n ? fundingByIndex(heldSince(position, funding.at - market.row.seasonMs), perStep) : share
}

/** An open position to which the newest funding was not posted yet. */
export const isUnfunded = ({ row, market: { instrument } }: Position): boolean =>
  row.closedAt === null && instrument.funding !== null && row.fundingIndex !== instrument.funding.index

/**
 * Posts the share of a position in the newest funding, if it is open still: an isolated one pays from and receives into its
 * margin. Whatever changes or judges a position calls this first. The caller revalues the holder.
 */
export function settleFunding(state: State, position: Position, turn: Turn): void {
  if (!isUnfunded(position)) return
  const { row, market } = position
  const { funding } = market.instrument
  const amount = owedFunding(position)
  if (amount !== 0n)
    postResult(state, position, [{ account: 'FUNDING', amount, reason: 'FUTURES_FUNDING' }], 'KEPT', row.id, turn)
  const fundingFee = row.fundingFee + amount
  change(turn.effects, 'positions', position, { fundingIndex: funding!.index, fundingFee })
  if (amount !== 0n) announcePosition(position, 'POSITION_UPDATE', turn)
}
