import { fundingByIndex } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import type { EpochMs, Minor, Qty } from '../types.ts'
import { announcePosition } from './announce.ts'
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
  return share > 0n ? fundingByIndex(seasonedQty(position, funding.at), perStep) : share
}

/** How much of a position was held throughout the time before `at` that a funding asks for, since when nothing of it changed. */
function seasonedQty({ row, holder, market }: Position, at: EpochMs): Qty {
  const since = at - market.row.seasonMs
  if (row.openedAt > since) return 0
  let held = Math.abs(row.qty)
  let least = held
  for (const fill of holder.recentFills.toReversed()) {
    if (fill.at <= since) break
    if (fill.positionId !== row.id) continue
    held += fill.isClose ? fill.qty : -fill.qty
    least = Math.min(least, held)
  }
  return Math.sign(row.qty) * least
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
    postResult(state, position, [{ account: 'FUNDING', amount, reason: 'FUTURES_FUNDING' }], null, row.id, turn)
  const fundingFee = row.fundingFee + amount
  change(turn.effects, 'positions', position, { fundingIndex: funding!.index, fundingFee })
  if (amount !== 0n) announcePosition(position, 'POSITION_UPDATE', turn)
}
