import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import { ordersIn } from '../trading/orders.ts'
import { marketIn, traderIn } from '../trading/traders.ts'
import type { Command, FuturesOrderInput, FuturesSettingRow, Reply } from '../types.ts'
import { announceLeverage } from './announce.ts'
import { settingOf } from './markets.ts'
import { type FuturesMarket, futuresOf, type Trader } from './state.ts'
import { futuresLeverageWire } from './wire.ts'

export type Setting = ReturnType<typeof settingOf>
type SetLeverage = Extract<Command, { kind: 'setLeverage' }>
type SetMarginType = Extract<Command, { kind: 'setMarginType' }>

/** Changes a member's leverage in a market, while he has neither position nor order there. */
export function setLeverage(state: State, command: SetLeverage, turn: Turn): Reply {
  const found = find(state, command)
  if ('status' in found) return found
  const { trader, market } = found
  const { leverage } = command
  return refuseLeverage(trader, market, leverage) ?? set(trader, market, { leverage }, turn)
}

/** Changes a member's margin type in a market, while he has neither position nor order there. */
export function setMarginType(state: State, command: SetMarginType, turn: Turn): Reply {
  const found = find(state, command)
  if ('status' in found) return found
  const { trader, market } = found
  const { marginType } = command
  return refuseMarginType(trader, market) ?? set(trader, market, { marginType }, turn)
}

/** The setting that an order asks for: the one in force, or another where nothing holds that one fast. */
export function settingForOrder(trader: Trader, market: FuturesMarket, input: FuturesOrderInput): Setting | Reply {
  const current = settingOf(trader, market)
  const leverage = input.leverage ?? current.leverage
  const marginType = input.marginType ?? current.marginType
  return (
    (leverage === current.leverage ? null : refuseLeverage(trader, market, leverage)) ??
    (marginType === current.marginType ? null : refuseMarginType(trader, market)) ?? { leverage, marginType }
  )
}

/** Keeps the setting that an order was taken with. */
export function keepSetting(trader: Trader, market: FuturesMarket, setting: Setting, turn: Turn): void {
  const current = settingOf(trader, market)
  if (setting.leverage === current.leverage && setting.marginType === current.marginType) return
  set(trader, market, setting, turn)
}

function refuseLeverage(trader: Trader, market: FuturesMarket, leverage: number): Reply | null {
  const max = market.row.brackets[0]!.maxLeverage
  if (!Number.isInteger(leverage) || leverage < 1 || leverage > max) {
    return refuse('LEVERAGE_OUT_OF_RANGE', { min: 1, max })
  }
  if (trader.positions.has(market.row.id)) return refuse('LEVERAGE_LOCKED_POSITION')
  return ordersIn(trader, market).length > 0 ? refuse('LEVERAGE_LOCKED_ORDER') : null
}

function refuseMarginType(trader: Trader, market: FuturesMarket): Reply | null {
  if (trader.positions.has(market.row.id)) return refuse('MARGIN_TYPE_LOCKED_POSITION')
  return ordersIn(trader, market).length > 0 ? refuse('MARGIN_TYPE_LOCKED_ORDER') : null
}

function find(state: State, command: SetLeverage | SetMarginType): { trader: Trader; market: FuturesMarket } | Reply {
  const trader = traderIn(state, futuresOf(state), command.siteId, command.memberId)
  if (!trader) return refuse('WALLET_NOT_FOUND')
  const market = marketIn(futuresOf(state), command.siteId, command.optionId)
  return market ? { trader, market } : refuse('STOCK_NOT_FOUND')
}

function set(trader: Trader, market: FuturesMarket, parts: Partial<FuturesSettingRow>, turn: Turn): Reply {
  const { siteId, memberId } = trader.account.row
  let setting = trader.settings.get(market.row.id)
  if (!setting) {
    setting = cell({ siteId, memberId, optionId: market.row.id, ...settingOf(trader, market) })
    trader.settings.set(market.row.id, setting)
  }
  change(turn.effects, 'futuresSettings', setting, parts)
  const data = futuresLeverageWire(setting.row, market.row)
  announceLeverage(trader, data, turn)
  return { status: 200, body: data }
}
