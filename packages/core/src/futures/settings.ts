import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import { holderIn, marketIn } from '../trading/holders.ts'
import { hasCopies, OWN_LOT, ownLot, positionIn } from '../trading/lots.ts'
import { ordersIn } from '../trading/orders.ts'
import type { Command, EpochMs, FuturesOrderInput, FuturesSettingRow, Reply } from '../types.ts'
import { announceLeverage } from './announce.ts'
import { settingOf } from './markets.ts'
import { type FuturesMarket, futuresOf, type Holder, type Holding } from './state.ts'
import { futuresLeverageWire } from './wire.ts'

export type Setting = ReturnType<typeof settingOf>
const DAY_MS = 86_400_000

type SetLeverage = Extract<Command, { kind: 'setLeverage' }>
type SetMarginType = Extract<Command, { kind: 'setMarginType' }>

/** Changes a member's leverage in a market, while he has neither position nor order there. */
export function setLeverage(state: State, command: SetLeverage, turn: Turn): Reply {
  const found = find(state, command)
  if ('status' in found) return found
  const { holder, market } = found
  const { leverage } = command
  const most = mostLeverage(state, holder, market, turn.wall)
  return refuseLeverage(ownLot(holder, market), leverage, most) ?? set(holder, market, { leverage }, most, turn)
}

/** Changes a member's margin type in a market, while he has neither position nor order there. */
export function setMarginType(state: State, command: SetMarginType, turn: Turn): Reply {
  const found = find(state, command)
  if ('status' in found) return found
  const { holder, market } = found
  const { marginType } = command
  const most = mostLeverage(state, holder, market, turn.wall)
  return refuseMarginType(ownLot(holder, market)) ?? set(holder, market, { marginType }, most, turn)
}

/** The setting that an order asks for: the one in force in its lot, or another where nothing holds that one fast. */
export function settingForOrder(lot: Holding, input: FuturesOrderInput, most: number): Setting | Reply {
  const current = settingOf(lot)
  const leverage = input.leverage ?? current.leverage
  const marginType = input.marginType ?? current.marginType
  return (
    (leverage === current.leverage ? null : refuseLeverage(lot, leverage, most)) ??
    (marginType === current.marginType ? null : refuseMarginType(lot)) ?? { leverage, marginType }
  )
}

/** Keeps the setting that an order of the member's own was taken with. */
export function keepSetting(lot: Holding, setting: Setting, most: number, turn: Turn): void {
  if (lot.lot !== OWN_LOT) return
  const current = settingOf(lot)
  if (setting.leverage === current.leverage && setting.marginType === current.marginType) return
  set(lot.holder, lot.market, setting, most, turn)
}

/**
 * The most leverage that a member may open a perpetual with at a time of the wall clock: that of its brackets, or less where the site
 * caps young members (rules B).
 */
export function mostLeverage(state: State, holder: Holder, { row }: FuturesMarket, wall: EpochMs): number {
  const most = row.brackets[0]!.maxLeverage
  const { isYoungCapped, youngDays, youngMaxLeverage } = state.sites.get(row.siteId)!.row
  const isYoung = wall < holder.member.row.createdAt + youngDays * DAY_MS
  return isYoungCapped && isYoung ? Math.min(most, youngMaxLeverage) : most
}

function refuseLeverage(lot: Holding, leverage: number, max: number): Reply | null {
  if (!Number.isInteger(leverage) || leverage < 1 || leverage > max) {
    return refuse('LEVERAGE_OUT_OF_RANGE', { min: 1, max })
  }
  if (positionIn(lot)) return refuse('LEVERAGE_LOCKED_POSITION')
  if (ordersIn(lot).length > 0) return refuse('LEVERAGE_LOCKED_ORDER')
  return isCopied(lot) ? refuse('LEVERAGE_LOCKED_COPY') : null
}

function refuseMarginType(lot: Holding): Reply | null {
  if (positionIn(lot)) return refuse('MARGIN_TYPE_LOCKED_POSITION')
  if (ordersIn(lot).length > 0) return refuse('MARGIN_TYPE_LOCKED_ORDER')
  return isCopied(lot) ? refuse('MARGIN_TYPE_LOCKED_COPY') : null
}

/** A member's setting is fast while copies are open in the market; a copy's own is fast only in its lot. */
const isCopied = ({ holder, market, lot }: Holding): boolean => lot === OWN_LOT && hasCopies(holder, market)

function find(state: State, command: SetLeverage | SetMarginType): { holder: Holder; market: FuturesMarket } | Reply {
  const holder = holderIn(state, futuresOf(state), command.siteId, command.memberId)
  if (!holder) return refuse('WALLET_NOT_FOUND')
  const market = marketIn(futuresOf(state), command.siteId, command.optionId)
  return market ? { holder, market } : refuse('STOCK_NOT_FOUND')
}

function set(
  holder: Holder,
  market: FuturesMarket,
  parts: Partial<FuturesSettingRow>,
  most: number,
  turn: Turn,
): Reply {
  const { siteId, memberId } = holder.member.row
  let setting = holder.settings.get(market.row.id)
  if (!setting) {
    setting = cell({ siteId, memberId, optionId: market.row.id, ...settingOf(ownLot(holder, market)) })
    holder.settings.set(market.row.id, setting)
  }
  change(turn.effects, 'futuresSettings', setting, parts)
  const data = futuresLeverageWire({ ...setting.row, maxLeverage: most }, market.row)
  announceLeverage(holder, data, turn)
  return { status: 200, body: data }
}
