import type { ErrorCode } from '@maru/contract'
import { parseUnits } from '@maru/positions'
import { refusalReply as refuse } from '../idempotency.ts'
import { formatPrice } from '../money.ts'
import type { FuturesOrderInput, PriceUnits, Qty, Reply } from '../types.ts'
import type { FuturesMarket } from './state.ts'

/** An order as its member sent it, in the instrument's units. */
export interface Draft extends Pick<FuturesOrderInput, 'side' | 'marketType' | 'isMark' | 'isReduceOnly'> {
  readonly qty: Qty
  readonly price: PriceUnits | null
  readonly triggerPrice: PriceUnits | null
  readonly takeProfit: PriceUnits | null
  readonly stopLoss: PriceUnits | null
  readonly isMarkTp: boolean
  readonly isMarkSl: boolean
  readonly tolerancePpm: number | null
  readonly expiresAt: number | null
}

/** Reads an order's numbers, or says which of them is none of the instrument's. */
export function readOrder(market: FuturesMarket, input: FuturesOrderInput): Draft | Reply {
  const { marketType } = input
  const needsPrice = marketType === 'LIMIT' || marketType === 'STOPLIMIT'
  const needsTrigger = marketType === 'STOPLIMIT' || marketType === 'STOPMARKET'
  if ((input.price !== null) !== needsPrice || (input.triggerPrice !== null) !== needsTrigger) {
    return refuse('INVALID_REQUEST')
  }
  if (input.tolerance !== null && needsPrice) return refuse('INVALID_REQUEST')
  const qty = readQty(market, input.qty)
  if (qty === null) return refuseStep(market)
  const prices = [input.price, input.triggerPrice, input.takeProfit, input.stopLoss].map((text) =>
    readPrice(market, text),
  )
  const [price, triggerPrice, takeProfit, stopLoss] = prices
  if (prices.includes(undefined) || price === 0 || triggerPrice === 0) return refuseTick(market)
  const isExit = Boolean(takeProfit) || Boolean(stopLoss)
  if (input.isReduceOnly && isExit) return refuse('INVALID_REQUEST') // what closes leaves nothing to guard
  const tolerancePpm = input.tolerance === null ? null : readPercent(input.tolerance)
  if (tolerancePpm === undefined) return refuse('INVALID_REQUEST')
  const { side, isMark, isReduceOnly, isMarkTp, isMarkSl, expiresAt } = input
  return {
    side,
    marketType,
    isMark: needsTrigger && isMark,
    isReduceOnly,
    qty,
    price: price ?? null,
    triggerPrice: triggerPrice ?? null,
    takeProfit: takeProfit || null,
    stopLoss: stopLoss || null,
    isMarkTp,
    isMarkSl,
    tolerancePpm,
    expiresAt,
  }
}

/** A price in the instrument's units; undefined where it is no multiple of its tick, null where there is none. 0 clears. */
export function readPrice({ row }: FuturesMarket, text: string | null): PriceUnits | null | undefined {
  if (text === null) return null
  const price = readUnits(text, row.precision)
  return price === null || price % row.tickUnits !== 0 ? undefined : price
}

export const refuseTick = ({ row }: FuturesMarket): Reply =>
  refuse('PRICE_TICK_INVALID' satisfies ErrorCode, { tick: formatPrice(row.tickUnits, row.precision) })

const refuseStep = ({ row }: FuturesMarket): Reply =>
  refuse('QTY_STEP_INVALID', { step: formatPrice(row.stepUnits, row.qtyPrecision) })

function readQty({ row }: FuturesMarket, text: string): Qty | null {
  const qty = readUnits(text, row.qtyPrecision)
  return qty === null || qty === 0 || qty % row.stepUnits !== 0 ? null : qty
}

/** Percent with up to four decimals, above 0 and up to 100, in ppm. */
function readPercent(text: string): number | undefined {
  const ppm = readUnits(text, 4)
  return ppm === null || ppm === 0 || ppm > 1_000_000 ? undefined : ppm
}

/** A decimal that is not negative, in units of 10^-decimals; null where it has more decimals or is not safe. */
function readUnits(text: string, decimals: number): number | null {
  const units = parseUnits(text, decimals)
  if (units === null || units < 0n || units > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return Number(units)
}
