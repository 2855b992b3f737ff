import { contractScale, financingKrw, quoteOf } from '@maru/positions'
import { change, type State, type Turn } from '../state.ts'
import { payDeficit, postMovement } from '../trading/movement.ts'
import type { Minor } from '../types.ts'
import { collateralOf } from '../wallet.ts'
import { announcePosition } from './announce.ts'
import { revalue } from './risk.ts'
import type { Position } from './state.ts'

/** A position that outlives its session pays or receives for the night, and lives in `nextDay` from then on. */
export function carryOver(state: State, position: Position, nextDay: string, turn: Turn): void {
  const { holder, row } = position
  const amount = financingOf(position)
  const left = collateralOf(holder.wallet) + amount
  if (left < 0n) payDeficit(state, holder.wallet, -left, 0n, 'OVERSEA_INSURANCE', row.id, turn)
  postMovement(state, holder.wallet, { account: 'FUNDING', amount, reason: 'OVERSEA_FINANCING' }, row.id, turn)
  const fundingFee = row.fundingFee + amount
  change(turn.effects, 'positions', position, { fundingFee, overnight: null, tradingDay: nextDay })
  revalue(state, holder, turn)
  announcePosition(position, 'POSITION_UPDATE', turn)
}

/** Notional × (the venue's rate of the side − the house's part) ÷ 365, at the last price, else at the entry; floored once. */
function financingOf({ row, market }: Position): Minor {
  const { longRatePpm, shortRatePpm, financingFeePpm, precision } = market.row
  const { last } = market.instrument
  const entry = row.entryQuote < 0n ? -row.entryQuote : row.entryQuote
  const notional = last === null ? entry : quoteOf(last, Math.abs(row.qty), contractScale(precision))
  const yearlyPpm = (row.qty > 0 ? longRatePpm : shortRatePpm) - financingFeePpm
  return financingKrw(notional, yearlyPpm, market.row, BigInt(row.fxRate!))
}
