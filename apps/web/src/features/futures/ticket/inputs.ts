import type { MarginType, OrderableMarketType } from '@maru/contract'
import type { Level, Minor, Position, WorkingOrder } from '@maru/positions'
import { unitsOf } from '../../../trading/index.ts'
import type { Terms } from '../terms.ts'

/** What the member typed and chose. Prices and quantities are decimals as typed, empty where nothing was. */
export interface TicketInputs {
  readonly type: OrderableMarketType
  readonly price: string
  readonly trigger: string
  /** The trigger looks at the mark instead of the last price. */
  readonly isMark: boolean
  readonly qty: string
  /** The share of what may be ordered that the quantity was set to, in percent; null once it was typed. */
  readonly share: number | null
  readonly isReduceOnly: boolean
  readonly exits: boolean
  readonly takeProfit: string
  readonly stopLoss: string
  readonly isMarkTp: boolean
  readonly isMarkSl: boolean
}

export type TicketAction =
  | { readonly kind: 'type'; readonly type: OrderableMarketType }
  | { readonly kind: 'price' | 'trigger' | 'takeProfit' | 'stopLoss' | 'qty'; readonly value: string }
  | { readonly kind: 'share'; readonly share: number; readonly qty: string }
  | { readonly kind: 'isMark' | 'isReduceOnly' | 'exits' | 'isMarkTp' | 'isMarkSl'; readonly on: boolean }
  /** A price of the order book was touched: it fills the field of the type that is open; an order at the market becomes a limit order. */
  | { readonly kind: 'pick'; readonly value: string }
  /** The order was accepted: its quantity and exits are spent, its price stays. */
  | { readonly kind: 'accepted' }

export interface TicketHolder {
  readonly terms: Terms
  readonly leverage: number
  /** The most leverage that the member may choose. */
  readonly maxLeverage: number
  readonly marginType: MarginType
  readonly available: Minor
  /** The position in this instrument; quantity 0 without one. */
  readonly position: Position
  /** Its isolated margin. */
  readonly margin: Minor
  /** First mark that liquidates it; null where none does. */
  readonly liquidation: number | null
  /** What stands behind a cross position of this instrument. */
  readonly collateral: Minor
  /** Open orders of this instrument, TP and SL apart. */
  readonly orders: readonly WorkingOrder[]
}

export interface TicketPrices {
  readonly feed: 'live' | 'stale' | 'waiting'
  /** In units of the price; null before the first. */
  readonly last: number | null
  readonly mark: number | null
  /** Best first. */
  readonly asks: readonly Level[]
  readonly bids: readonly Level[]
}

export const emptyInputs = (type: OrderableMarketType, price = ''): TicketInputs => ({
  type,
  price,
  trigger: '',
  isMark: false,
  qty: '',
  share: null,
  isReduceOnly: false,
  exits: false,
  takeProfit: '',
  stopLoss: '',
  isMarkTp: false,
  isMarkSl: false,
})

/** What the inputs become. */
export function reduce(inputs: TicketInputs, action: TicketAction): TicketInputs {
  switch (action.kind) {
    case 'type':
      return { ...inputs, type: action.type }
    case 'qty':
      return { ...inputs, qty: action.value, share: null }
    case 'share':
      return { ...inputs, share: action.share, qty: action.qty }
    case 'price':
    case 'trigger':
    case 'takeProfit':
    case 'stopLoss':
      return { ...inputs, [action.kind]: action.value }
    case 'pick':
      return inputs.type === 'STOPMARKET'
        ? { ...inputs, trigger: action.value }
        : { ...inputs, type: takesPrice(inputs) ? inputs.type : 'LIMIT', price: action.value }
    case 'isReduceOnly':
      // What closes leaves nothing to guard.
      return { ...inputs, isReduceOnly: action.on, exits: action.on ? false : inputs.exits }
    case 'exits':
      return { ...inputs, exits: action.on, isReduceOnly: action.on ? false : inputs.isReduceOnly }
    case 'isMark':
    case 'isMarkTp':
    case 'isMarkSl':
      return { ...inputs, [action.kind]: action.on }
    case 'accepted':
      return { ...inputs, qty: '', share: null, exits: false, takeProfit: '', stopLoss: '' }
  }
}

export const takesPrice = ({ type }: TicketInputs) => type === 'LIMIT' || type === 'STOPLIMIT'
export const takesTrigger = ({ type }: TicketInputs) => type === 'STOPLIMIT' || type === 'STOPMARKET'
/** A close at the market is always possible: hardly anything can be wrong with it. */
export const isPlainClose = ({ type, isReduceOnly }: TicketInputs) => type === 'MARKET' && isReduceOnly

/** Beyond every order and every price, and exact when a position is added. */
const maxUnits = 1_000_000_000_000_000
const unitsOr = (text: string, decimals: number): number | null =>
  text === '' ? null : Math.min(maxUnits, unitsOf(text, decimals))
/** Steps that were asked for, 0 where nothing was typed. */
export const qtyOf = ({ qty }: TicketInputs, { scale }: Terms): number => unitsOr(qty, scale.qtyPrecision) ?? 0

/** Reads the ticket's prices. */
export function pricesOf(inputs: TicketInputs, { scale }: Terms) {
  const read = (text: string) => unitsOr(text, scale.precision)
  return {
    price: takesPrice(inputs) ? read(inputs.price) : null,
    trigger: takesTrigger(inputs) ? read(inputs.trigger) : null,
    takeProfit: inputs.exits ? read(inputs.takeProfit) || null : null,
    stopLoss: inputs.exits ? read(inputs.stopLoss) || null : null,
  }
}
