import { parseUnits } from '@maru/positions'
import { refusalReply as refuse } from '../idempotency.ts'
import { formatPrice } from '../money.ts'
import type { EpochMs, OverseaOrderInput, PriceUnits, Qty, Reply } from '../types.ts'
import { isDistance, refuseDistance } from './rules.ts'
import type { Contract } from './state.ts'

/** An order as its member sent it, in the contract's units. */
export interface Draft extends Pick<OverseaOrderInput, 'side' | 'marketType' | 'isReduceOnly' | 'tpTick' | 'slTick'> {
  readonly qty: Qty
  readonly price: PriceUnits | null
  readonly triggerPrice: PriceUnits | null
  readonly isMark: false
  readonly expiresAt: EpochMs | null
}

/** Reads an order's numbers, or says which of them is none of the contract's. */
export function readOrder(contract: Contract, input: OverseaOrderInput): Draft | Reply {
  const { side, marketType, count, tpTick, slTick, isReduceOnly, expiresAt } = input
  const needsPrice = marketType === 'LIMIT' || marketType === 'STOPLIMIT'
  const needsTrigger = marketType === 'STOPLIMIT' || marketType === 'STOPMARKET'
  if ((input.price !== null) !== needsPrice || (input.triggerPrice !== null) !== needsTrigger)
    return refuse('INVALID_REQUEST')
  if (!Number.isSafeInteger(count) || count < 1) return refuse('COUNT_INVALID')
  const price = readPrice(contract, input.price)
  const triggerPrice = readPrice(contract, input.triggerPrice)
  if (price === undefined || triggerPrice === undefined) {
    const { tickUnits, precision } = contract.row
    return refuse('PRICE_TICK_INVALID', { tick: formatPrice(tickUnits, precision) })
  }
  if (isReduceOnly && (tpTick !== null || slTick !== null)) return refuse('INVALID_REQUEST') // what closes leaves nothing to guard
  if (![tpTick, slTick].every((ticks) => ticks === null || isDistance(contract, ticks))) return refuseDistance(contract)
  return { side, marketType, qty: count, price, triggerPrice, isMark: false, tpTick, slTick, isReduceOnly, expiresAt }
}

/** A price above 0 in the contract's units; undefined where it is no multiple of its tick. */
function readPrice({ row }: Contract, text: string | null): PriceUnits | null | undefined {
  if (text === null) return null
  const units = parseUnits(text, row.precision)
  if (units === null || units < 1n || units > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return units % BigInt(row.tickUnits) === 0n ? Number(units) : undefined
}
