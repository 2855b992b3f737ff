import type { OrderableMarketType, PositionSide } from '@maru/contract'
import type { Minor, Position } from '@maru/positions'
import { parseUnits } from '@maru/positions'
import type { Terms } from '../../../books/oversea/terms.ts'

/** What the member typed and chose: figures as typed, empty where nothing was. */
export interface TicketInputs {
  /** One-touch: a touch is an order at the market. */
  readonly isTouch: boolean
  readonly type: OrderableMarketType
  readonly price: string
  readonly trigger: string
  /** Contracts. */
  readonly count: string
  /** The order carries a take profit, a stop loss: so many ticks from the average entry. */
  readonly takeProfit: boolean
  readonly stopLoss: boolean
  readonly tpTick: string
  readonly slTick: string
}

export type TicketAction =
  | { readonly kind: 'type'; readonly type: OrderableMarketType }
  | { readonly kind: 'price' | 'trigger' | 'count' | 'tpTick' | 'slTick'; readonly value: string }
  /** A price of the order book was touched: it fills the field of the type that is open; an order at the market becomes a limit order. */
  | { readonly kind: 'pick'; readonly value: string }
  | { readonly kind: 'isTouch' | 'takeProfit' | 'stopLoss'; readonly on: boolean }

/** An order as the ticket would send it. */
export interface Draft extends Omit<TicketInputs, 'isTouch'> {
  readonly side: PositionSide
  readonly isReduceOnly: boolean
}

/** An order that is open already. */
export interface OpenOrder {
  readonly side: PositionSide
  /** Contracts that it still may fill. */
  readonly count: number
  readonly isReduceOnly: boolean
}

export interface TicketHolder {
  readonly terms: Terms
  readonly available: Minor
  /** The position in this contract; quantity 0 without one. */
  readonly position: Position
  /** Open orders in this contract, TP and SL apart. */
  readonly orders: readonly OpenOrder[]
}

/** Whether and how a contract trades. */
export interface TicketStage {
  readonly feed: 'live' | 'stale' | 'waiting'
  /** The house stopped its trading. */
  readonly isStopped: boolean
  /** A session runs. */
  readonly isOpen: boolean
  /** Its last minutes: orders only close. */
  readonly isClosing: boolean
  /** What the contract is called. */
  readonly name: string
}

/** With its prices, in units; null before the first. */
export interface TicketMarket extends TicketStage {
  readonly last: number | null
  readonly bid: number | null
  readonly ask: number | null
}

/** What a ticket begins with: the kept choices of the member. */
export interface Kept {
  readonly type: OrderableMarketType
  readonly count: number
  readonly takeProfit: boolean
  readonly stopLoss: boolean
  readonly tpsl: { readonly tp: number; readonly sl: number }
}

export const emptyInputs = ({ type, count, takeProfit, stopLoss, tpsl }: Kept, price = ''): TicketInputs => ({
  isTouch: false,
  type,
  price,
  trigger: '',
  count: String(count),
  takeProfit,
  stopLoss,
  tpTick: String(tpsl.tp),
  slTick: String(tpsl.sl),
})

/** What the inputs become. Nothing is spent by an order: the next one is often the same. */
export function reduce(inputs: TicketInputs, action: TicketAction): TicketInputs {
  switch (action.kind) {
    case 'type':
      return { ...inputs, type: action.type }
    case 'price':
    case 'trigger':
      return { ...inputs, [action.kind]: action.value }
    case 'count':
    case 'tpTick':
    case 'slTick':
      // The steps of a field that takes fractions end in zeros.
      return { ...inputs, [action.kind]: action.value.replace(/\.0+$/, '') }
    case 'pick':
      return inputs.type === 'STOPMARKET'
        ? { ...inputs, trigger: action.value }
        : { ...inputs, type: takesPrice(inputs) ? inputs.type : 'LIMIT', price: action.value }
    case 'isTouch':
    case 'takeProfit':
    case 'stopLoss':
      return { ...inputs, [action.kind]: action.on }
  }
}

type Typed = Pick<TicketInputs, 'type'>
export const takesPrice = ({ type }: Typed) => type === 'LIMIT' || type === 'STOPLIMIT'
export const takesTrigger = ({ type }: Typed) => type === 'STOPLIMIT' || type === 'STOPMARKET'
/** A close at the market is always possible: hardly anything can be wrong with it. */
export const isPlainClose = ({ type, isReduceOnly }: Typed & Pick<Draft, 'isReduceOnly'>) =>
  type === 'MARKET' && isReduceOnly

/** The order of a side that the ticket is set up for; in one-touch it is one at the market. */
export function draftOf(side: PositionSide, { isTouch, ...inputs }: TicketInputs): Draft {
  return { ...inputs, side, type: isTouch ? 'MARKET' : inputs.type, isReduceOnly: false }
}

/** One touch of a level of the book: a limit order at its price. */
export const limitAt = (side: PositionSide, price: string, { isTouch: _, ...inputs }: TicketInputs): Draft => ({
  ...inputs,
  side,
  type: 'LIMIT',
  price,
  isReduceOnly: false,
})

/** The close of a whole position at the market; null without one. */
export const closeOf = ({ qty }: Position): Draft | null =>
  qty === 0
    ? null
    : {
        side: qty > 0 ? 'SHORT' : 'LONG',
        type: 'MARKET',
        price: '',
        trigger: '',
        count: String(Math.abs(qty)),
        takeProfit: false,
        stopLoss: false,
        tpTick: '',
        slTick: '',
        isReduceOnly: true,
      }

/** A figure above 0 on a grid; null where nothing or something else was typed. */
export function readOn(grid: number, text: string, decimals: number): number | null {
  const units = parseUnits(text, decimals)
  if (units === null || units < 1n || units > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return units % BigInt(grid) === 0n ? Number(units) : null
}

/** Reads a draft's figures; what is missing or wrong is null. */
export function figuresOf(draft: Omit<Draft, 'side' | 'isReduceOnly'>, { precision, tickUnits, maxExitTicks }: Terms) {
  const ticks = (text: string) => {
    const read = readOn(1, text, 0)
    return read !== null && read <= maxExitTicks ? read : null
  }
  return {
    count: readOn(1, draft.count, 0),
    price: takesPrice(draft) ? readOn(tickUnits, draft.price, precision) : null,
    trigger: takesTrigger(draft) ? readOn(tickUnits, draft.trigger, precision) : null,
    tpTick: draft.takeProfit ? ticks(draft.tpTick) : null,
    slTick: draft.stopLoss ? ticks(draft.slTick) : null,
  }
}

export const signOf = (side: PositionSide) => (side === 'LONG' ? 1 : -1)
