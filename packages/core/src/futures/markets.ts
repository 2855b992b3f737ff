import { quoteScale } from '@maru/positions'
import { cell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import { accountOf, type State, tradedOf } from '../state.ts'
import { marketName } from '../trading/state.ts'
import type { FuturesOption, FuturesSettingRow } from '../types.ts'
import { futuresPolicy } from './policy.ts'
import type { FuturesMarket, Trader } from './state.ts'

/** Adds a market of perpetuals. */
export function addMarket(state: State, option: FuturesOption): FuturesMarket {
  const key = marketName(option.siteId, option.id)
  invariant(!state.futures.markets.has(key), `futures option ${key} exists`)
  const instrument = tradedOf(state, option.instrument)
  const scale = quoteScale(option.precision, option.qtyPrecision)
  const market: FuturesMarket = {
    ...cell(option),
    book: state.futures,
    instrument,
    scale,
    policy: futuresPolicy,
    positions: new Set(),
  }
  state.futures.markets.set(key, market)
  instrument.markets.push(market)
  instrument.markets.sort((a, b) => a.row.siteId - b.row.siteId || a.row.id - b.row.id)
  return market
}

/** The market of a site; null when there is none or it is another site's. */
export function marketOf(state: State, siteId: number, optionId: number): FuturesMarket | null {
  return state.futures.markets.get(marketName(siteId, optionId)) ?? null
}

/** A member as the futures book sees him; null without an account of the site or without a FUTURES wallet. */
export function traderOf(state: State, siteId: number, memberId: number): Trader | null {
  const known = state.futures.traders.get(memberId)
  if (known) return known.account.row.siteId === siteId ? known : null
  const account = accountOf(state, siteId, memberId)
  const wallet = account && state.ledger.wallet(memberId, 'FUTURES', 'USDT')
  if (!account || !wallet) return null
  const trader: Trader = {
    account,
    wallet,
    positions: new Map(),
    orders: new Map(),
    orderMargin: new Map(),
    settings: new Map(),
    recentFills: [],
  }
  state.futures.traders.set(memberId, trader)
  return trader
}

/** Leverage and margin type in force: the member's choice, or the option's default. */
export function settingOf(trader: Trader, market: FuturesMarket): Pick<FuturesSettingRow, 'leverage' | 'marginType'> {
  const chosen = trader.settings.get(market.row.id)?.row
  return chosen ?? { leverage: market.row.defaultLeverage, marginType: 'ISOLATED' }
}
