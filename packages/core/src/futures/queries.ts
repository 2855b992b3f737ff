import { maxNotionalFor, maxQty, type Side, unrealizedPnl } from '@maru/positions'
import { query } from '../query.ts'
import { halvedUntil } from '../releases/state.ts'
import { shownStop } from '../stops/state.ts'
import { marketIn, readHolder } from '../trading/holders.ts'
import { ownLot } from '../trading/lots.ts'
import type { ValuedPosition } from '../trading/valued.ts'
import type {
  EpochMs,
  FuturesCross,
  FuturesOption,
  FuturesSettingRow,
  Minor,
  OrderRow,
  PositionRow,
  PriceUnits,
  Qty,
} from '../types.ts'
import { availableOf } from '../wallet.ts'
import { crossOf, crossPositions, marginAccount, ratioOf } from './margin-account.ts'
import { settingOf } from './markets.ts'
import { reservePpmOf } from './policy.ts'
import { usageOf } from './result.ts'
import { liquidPriceOf, marginOf } from './risk.ts'
import { mostLeverage } from './settings.ts'
import { type FuturesMarket, futuresOf, type Holder } from './state.ts'

interface OfSite {
  readonly siteId: number
}
interface OfMember extends OfSite {
  readonly memberId: number
}
interface InOption extends OfMember {
  readonly optionId: number
}

/** An open position with what the API shows beside its row. */
interface OpenPosition {
  readonly row: PositionRow
  /** The price at which it would be liquidated (mark); null where none. */
  readonly liquidPrice: PriceUnits | null
}

/** What a member has open, with the options that it is of. */
interface Open {
  readonly orders: readonly OrderRow[]
  readonly positions: readonly OpenPosition[]
  readonly options: readonly FuturesOption[]
}

/** A margin account, named by the stock of its first position. */
interface MarginRatio {
  /** null: that of all CROSS positions. */
  readonly positionId: number | null
  readonly stock: string
  readonly koName: string
  /** Maintenance margin over margin and open result; 1,000,000 liquidates. */
  readonly ratioPpm: number
}

/** What may be asked of perpetuals. */
export const futuresQueries = {
  'futures.options': query('site', (state, { siteId }: OfSite, at): readonly FuturesOption[] =>
    [...futuresOf(state).markets.values()]
      .map((market) => shownStop(state, 'FUTURES', market.row, at))
      .filter((row) => row.siteId === siteId)
      .sort((a, b) => a.id - b.id),
  ),
  'futures.option': query(
    'site',
    (state, { siteId, optionId }: OfSite & { readonly optionId: number }, at): FuturesOption | null => {
      const market = marketIn(futuresOf(state), siteId, optionId)
      return market && shownStop(state, 'FUTURES', market.row, at)
    },
  ),
  /** Leverage and margin type in force. */
  'futures.setting': query(
    'member',
    (state, { siteId, memberId, optionId }: InOption): Pick<FuturesSettingRow, 'leverage' | 'marginType'> | null => {
      const holder = readHolder(state, futuresOf(state), siteId, memberId)
      const market = marketIn(futuresOf(state), siteId, optionId)
      if (!holder || !market) return null
      const { leverage, marginType } = settingOf(ownLot(holder, market))
      return { leverage, marginType }
    },
  ),
  /** The most leverage that a member may choose at a time of the wall clock. */
  'futures.mostLeverage': query(
    'member',
    (state, { siteId, memberId, optionId, wall }: InOption & { readonly wall: EpochMs }): number | null => {
      const holder = readHolder(state, futuresOf(state), siteId, memberId)
      const market = marketIn(futuresOf(state), siteId, optionId)
      return holder && market ? mostLeverage(state, holder, market, wall) : null
    },
  ),
  'futures.open': query('member', (state, { siteId, memberId }: OfMember): Open => {
    const book = futuresOf(state)
    const holder = readHolder(state, book, siteId, memberId)
    if (!holder) return { orders: [], positions: [], options: [] }
    const orders = [...holder.orders.values()].map((order) => order.row)
    const positions = [...holder.positions.values()]
    const ids = new Set([...orders, ...positions.map(({ row }) => row)].map(({ optionId }) => optionId))
    return {
      orders,
      positions: positions.map((position) => ({ row: position.row, liquidPrice: liquidPriceOf(position) })),
      options: [...ids].flatMap((id) => marketIn(book, siteId, id)?.row ?? []),
    }
  }),
  /** Open positions at the mark that holds. */
  'futures.valued': query('member', (state, { siteId, memberId }: OfMember): readonly ValuedPosition[] => {
    const holder = readHolder(state, futuresOf(state), siteId, memberId)
    return [...(holder?.positions.values() ?? [])].map((position) => {
      const { row, market } = position
      const price = market.instrument.mark
      const pnl = price === null ? null : unrealizedPnl(row, price, market.scale)
      return { positionId: row.id, price, pnl, liquidPrice: liquidPriceOf(position) }
    })
  }),
  'futures.cross': query('member', (state, { siteId, memberId }: OfMember): FuturesCross | null => {
    const holder = readHolder(state, futuresOf(state), siteId, memberId)
    return holder && crossOf(holder)
  }),
  /** How near the margin accounts of a member are to liquidation, of those whose marks are known: each isolated position, and all CROSS ones together. */
  'futures.ratios': query('member', (state, { siteId, memberId }: OfMember): readonly MarginRatio[] => {
    const holder = readHolder(state, futuresOf(state), siteId, memberId)
    if (!holder) return []
    const isolated = [...holder.positions.values()].filter(({ row }) => row.marginType === 'ISOLATED')
    const groups = [...isolated.map((position) => [position]), crossPositions(holder)]
    return groups.flatMap((group) => {
      const [first] = group
      const account = first === undefined ? null : marginAccount(marginOf(group), group)
      if (first === undefined || account === null) return []
      const { row, market } = first
      const { stock, koName } = market.row
      return [{ positionId: row.marginType === 'CROSS' ? null : row.id, stock, koName, ratioPpm: ratioOf(account) }]
    })
  }),
  /** Largest order each way at a price and leverage (rules B, qty_per), in steps. Null where the price is not known. */
  'futures.maxQty': query(
    'member',
    (
      state,
      { siteId, memberId, optionId, leverage, wall }: InOption & { readonly leverage: number; readonly wall: EpochMs },
    ): { readonly buy: Qty; readonly sell: Qty } | null => {
      const holder = readHolder(state, futuresOf(state), siteId, memberId)
      const market = marketIn(futuresOf(state), siteId, optionId)
      if (!holder || !market || market.instrument.mark === null) return null
      // Around a release an order is judged as if its leverage were twice as much; 1x always opens.
      const judged = leverage > 1 && halvedUntil(state, siteId, wall) !== null ? 2 * leverage : leverage
      const bracketCap = maxNotionalFor(judged, market.row.brackets)
      const most = (side: Side) => mostOf(holder, market, side, leverage, bracketCap)
      return { buy: most(1), sell: most(-1) }
    },
  ),
}

function mostOf(holder: Holder, market: FuturesMarket, side: Side, leverage: number, bracketCap: Minor): Qty {
  const { row, scale, instrument } = market
  const mark = instrument.mark!
  const best = (side > 0 ? instrument.depth?.asks : instrument.depth?.bids)?.[0]?.[0]
  const { usedNotional, closableQty } = usageOf(ownLot(holder, market), side > 0 ? 'LONG' : 'SHORT')
  return maxQty({
    side,
    available: availableOf(holder.wallet),
    price: best ?? mark,
    mark,
    leverage,
    reservePpm: reservePpmOf(market),
    bracketCap,
    usedNotional,
    closableQty,
    minQty: row.minQty,
    stepSize: row.stepUnits,
    scale,
  })
}
