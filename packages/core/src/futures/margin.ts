import { type Position as Held, liquidationPrice, marginRatioPpm, removableMargin } from '@maru/positions'
import { announceWallet } from '../announce.ts'
import { isDetached, isLeadLot } from '../copies/state.ts'
import { marginHealth } from '../guards/index.ts'
import { refusalReply } from '../idempotency.ts'
import { refuseLimit, refuseMember } from '../limits/limits.ts'
import { parseMinor } from '../money.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn } from '../trading/holders.ts'
import { isSameLot, OWN_LOT } from '../trading/lots.ts'
import { isLive } from '../trading/prices.ts'
import type { Command, Minor, PriceUnits, Reply } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { announcePosition, positionWire } from './announce.ts'
import { owedFunding, settleFunding } from './funding.ts'
import { revalue } from './risk.ts'
import { type FuturesMarket, futuresOf, type Holder, type Position } from './state.ts'

type ChangeMargin = Extract<Command, { kind: 'changeMargin' }>

/** Adds to the margin of an isolated position from what is available, or takes out what it does not need. */
export function changeMargin(state: State, command: ChangeMargin, turn: Turn): Reply {
  const holder = holderIn(state, futuresOf(state), command.siteId, command.memberId)
  if (!holder) return refusalReply('WALLET_NOT_FOUND')
  const amount = parseMinor(command.amount, holder.wallet.row.currency)
  if (amount === null || amount <= 0n) return refusalReply('INVALID_REQUEST')
  const position = [...holder.positions.values()].find(({ row }) => row.id === command.positionId)
  if (!position) return refusalReply('POSITION_NOT_FOUND')
  if (isLeadLot(state, position)) return refusalReply('COPY_TRADER_RESTRICTED', { rule: 'MARGIN' })
  if (position.lot !== OWN_LOT && !isDetached(state, position)) return refusalReply('MARGIN_LOCKED_COPY')
  if (position.row.marginType !== 'ISOLATED') return refusalReply('MARGIN_LOCKED_POSITION')
  const isAdd = command.type === 'ADD'
  const refusal = isAdd ? faultOfAdd(holder, amount, turn) : faultOfRemove(position, amount, turn)
  if (refusal) return refusal
  settleFunding(state, position, turn)
  change(turn.effects, 'positions', position, { margin: position.row.margin + (isAdd ? amount : -amount) })
  revalue(state, holder, turn)
  announcePosition(position, 'POSITION_UPDATE', turn)
  announceWallet(holder.wallet, turn.effects)
  return { status: 200, body: positionWire(position) }
}

/** Whether a position would start nearer to its liquidation than its market allows. */
export function startsRisky(market: FuturesMarket, position: Held, margin: Minor, mark: PriceUnits): boolean {
  const { brackets, entryRatioPpm } = market.row
  const { equity, maintenance } = marginHealth({
    collateral: margin,
    positions: [{ position, mark, brackets, scale: market.scale }],
  })
  return marginRatioPpm(maintenance, equity) >= entryRatioPpm
}

/** Limits, breaks and exclusions bar it as they bar what opens; stops, stale prices and sessions do not. */
function faultOfAdd({ member, wallet }: Holder, amount: Minor, turn: Turn): Reply | null {
  const { currency, reserved } = wallet.row
  return (
    refuseMember(member, turn) ??
    (amount > availableOf(wallet) ? refusalReply('BALANCE_INSUFFICIENT') : null) ??
    refuseLimit(member, { currency, held: reserved, stake: amount }, turn.wall)
  )
}

function faultOfRemove(position: Position, amount: Minor, turn: Turn): Reply | null {
  const { holder, market, row } = position
  const { instrument } = market
  const isOrdered = [...holder.orders.values()].some(
    (order) => isSameLot(order, position) && order !== position.takeProfit && order !== position.stopLoss,
  )
  if (isOrdered) return refusalReply('MARGIN_LOCKED_ORDER')
  if (instrument.mark === null || !isLive(instrument, turn.at)) return refusalReply('PRICE_FEED_STALE')
  const margin = row.margin + owedFunding(position)
  const removable = removableMargin(margin, row, instrument.mark, row.leverage, market.scale)
  if (amount > removable) return refusalReply('ISOLATED_MARGIN_INSUFFICIENT')
  return isStopBeyond(position, margin - amount) ? refusalReply('STOP_LOSS_BEYOND_LIQUIDATION') : null
}

/** Whether a position with so much margin would be liquidated before its stop loss is reached. */
function isStopBeyond({ row, market, stopLoss }: Position, margin: Minor): boolean {
  const liquidation = liquidationPrice(margin, row, market.row.brackets, market.scale)
  const stop = stopLoss?.row.triggerPrice ?? null
  if (liquidation === null || stop === null) return false
  return row.qty > 0 ? stop <= liquidation : stop >= liquidation
}
