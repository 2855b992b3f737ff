import { quoteScale } from '@maru/positions'
import { cell } from '../effects.ts'
import { invariant } from '../invariant.ts'
import type { State } from '../state.ts'
import { tradedOf } from '../trading/instruments.ts'
import { OWN_LOT, ownLotName, positionIn } from '../trading/lots.ts'
import { ordersIn } from '../trading/orders.ts'
import { marketName } from '../trading/state.ts'
import type { FuturesOption, FuturesSettingRow } from '../types.ts'
import { futuresPolicy } from './policy.ts'
import { type FuturesMarket, futuresOf, type Holding } from './state.ts'

/** Adds a market of perpetuals. */
export function addMarket(state: State, option: FuturesOption): FuturesMarket {
  const key = marketName(option.siteId, option.id)
  invariant(!futuresOf(state).markets.has(key), `futures option ${key} exists`)
  const instrument = tradedOf(state, option.instrument)
  const scale = quoteScale(option.precision, option.qtyPrecision)
  const market: FuturesMarket = {
    ...cell(option),
    book: futuresOf(state),
    instrument,
    scale,
    policy: futuresPolicy,
    ownLotName: ownLotName(option.id),
    positions: new Set(),
    orders: new Set(),
    revision: 0,
  }
  futuresOf(state).markets.set(key, market)
  instrument.markets.push(market)
  instrument.markets.sort((a, b) => a.row.siteId - b.row.siteId || a.row.id - b.row.id)
  return market
}

/**
 * Leverage and margin type in force in a lot: the member's choice for his own, else those of what is open, so that a position and its
 * orders agree whatever the default becomes; else the option's default.
 */
export function settingOf(holding: Holding): Pick<FuturesSettingRow, 'leverage' | 'marginType'> {
  const { holder, market, lot } = holding
  const chosen = lot === OWN_LOT ? holder.settings.get(market.row.id)?.row : undefined
  const open = positionIn(holding)?.row ?? ordersIn(holding)[0]?.row
  const { leverage, marginType } = chosen ??
    open ?? { leverage: market.row.defaultLeverage, marginType: 'ISOLATED' as const }
  return { leverage, marginType }
}
