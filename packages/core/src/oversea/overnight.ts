import { refusalReply as refuse } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn } from '../trading/holders.ts'
import { isOpen } from '../trading/prices.ts'
import type { EpochMs, OverseaCommand, Reply } from '../types.ts'
import { announcePosition, positionWire } from './announce.ts'
import { crossOf, isPriceKnown, nightMargin, overnightOf } from './margin-account.ts'
import { type Contract, type Holder, overseaOf, type Position } from './state.ts'

type SetOvernight = Extract<OverseaCommand, { kind: 'setOvernight' }>

/** Has a position outlive its session, or not: for one night, where the next session follows right on this one. */
export function setOvernight(state: State, command: SetOvernight, turn: Turn): Reply {
  const holder = holderIn(state, overseaOf(state), command.siteId, command.memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const position = [...holder.positions.values()].find(({ row }) => row.id === command.positionId)
  if (!position) return refuse('POSITION_NOT_FOUND')
  const { market, row } = position
  if (!isOpen(market.instrument, turn.at)) return refuse('STOCK_CLOSED', { stock: market.row.koName })
  if (command.isActive === (row.overnight !== null))
    return refuse(command.isActive ? 'OVERNIGHT_ALREADY_SET' : 'OVERNIGHT_ALREADY_UNSET')
  const refusal = command.isActive ? refuseNight(position, turn.at) : refuseEnd(market, turn.at)
  if (refusal) return refusal
  const { tradingDay } = market.instrument.session!.times
  change(turn.effects, 'positions', position, { overnight: command.isActive ? tradingDay : null })
  announcePosition(position, 'POSITION_UPDATE', turn)
  return { status: 200, body: positionWire(position) }
}

function refuseNight(position: Position, at: EpochMs): Reply | null {
  const { holder, market } = position
  if (!market.instrument.session!.overnightAllowed) return refuse('OVERNIGHT_NOT_ALLOWED')
  if (at >= overnightDeadline(market)!) return refuse('OVERNIGHT_DEADLINE_PASSED')
  if (!isPriceKnown(holder)) return refuse('PRICE_FEED_STALE')
  const required = overnightOf(holder).required + nightMargin(position)
  return crossOf(holder).equity < required ? refuse('OVERNIGHT_MARGIN_INSUFFICIENT') : null
}

/** Once positions are being closed nobody can have his join them this way. */
const refuseEnd = ({ row, instrument }: Contract, at: EpochMs): Reply | null =>
  at >= instrument.session!.times.closeAt - row.closingLeadMs ? refuse('OVERNIGHT_DEADLINE_PASSED') : null

/** Until when overnight may be applied for; null: not in this session. */
export function overnightDeadline({ row, instrument: { session } }: Contract): EpochMs | null {
  return session?.overnightAllowed ? session.times.closeAt - row.overnightLeadMs : null
}

/** The check before the close: where equity is less than all that the nights ask for, none of them is held. Returns those. */
export function checkNights(holder: Holder, turn: Turn): Position[] {
  const { held, required } = overnightOf(holder)
  return crossOf(holder).equity < required ? release(held, turn) : []
}

/**
 * The check of nights that nobody could check while their session ran: at the next open, with the equity of then; a position whose
 * price is not known by then counts without a result, as in the account that its member sees.
 */
export function checkOldNights(holder: Holder, today: string, turn: Turn): void {
  const old = overnightOf(holder).held.filter(({ row }) => row.overnight! < today)
  const required = old.reduce((sum, position) => sum + nightMargin(position), 0n)
  if (crossOf(holder).equity < required) release(old, turn)
}

/** The nights of a holder whose check is due in their session. */
export const nightsDue = (holder: Holder, at: EpochMs): Position[] =>
  overnightOf(holder).held.filter(({ row, market: { row: contract, instrument } }) => {
    const times = instrument.session?.times
    return times !== undefined && row.overnight === times.tradingDay && at >= times.closeAt - contract.closeOnlyLeadMs
  })

function release(nights: readonly Position[], turn: Turn): Position[] {
  for (const position of nights) {
    change(turn.effects, 'positions', position, { overnight: null })
    announcePosition(position, 'POSITION_UPDATE', turn)
  }
  return [...nights]
}
