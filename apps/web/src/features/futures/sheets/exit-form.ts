import type { FuturesPosition } from '@maru/contract'
import type { BodyOf } from '@maru/contract/client'
import { exitFault, formatUnits, type Minor, type Position, parseUnits } from '@maru/positions'
import { heldOf, signOfSide } from '../held.ts'
import type { Terms } from '../terms.ts'
import { type ExitUnit, priceOfPnl, priceOfRoe, resultAt } from './exit-figures.ts'

export type ExitKind = 'takeProfit' | 'stopLoss'
export const exitKinds = ['takeProfit', 'stopLoss'] as const

/** One of the two fields. A return or a result of SL is entered as the size of the loss. */
export interface ExitInput {
  readonly unit: ExitUnit
  readonly text: string
  /** The price that a written return or result stands for, as both are rounded; null where the text was typed. */
  readonly at: number | null
  readonly isMark: boolean
}
export type ExitInputs = Readonly<Record<ExitKind, ExitInput>>

/** What is known of the position and its market; prices in units. */
export interface ExitHolder {
  readonly position: FuturesPosition
  readonly terms: Terms
  readonly mark: number | null
  readonly last: number | null
}

export type ExitProblem =
  | 'PRICE_TICK_INVALID'
  | 'PRICE_UNREACHABLE'
  | 'TAKE_PROFIT_WRONG_SIDE'
  | 'STOP_LOSS_WRONG_SIDE'
  | 'STOP_LOSS_BEYOND_LIQUIDATION'
  | 'PRICE_FEED_STALE'

/** What a field says: nothing, or a price with what it would bring. */
export interface ExitSummary {
  /** Nothing is to be set. */
  readonly isEmpty: boolean
  readonly price: number | null
  readonly pnl: Minor | null
  readonly roeBp: bigint | null
  readonly problem: ExitProblem | null
  /** The price that it looks at is there already: it fires at once. */
  readonly firesAtOnce: boolean
}

/** The fields as the position has them. */
export const exitsOfPosition = (position: FuturesPosition): ExitInputs => ({
  takeProfit: { unit: 'price', text: position.takeProfit ?? '', at: null, isMark: position.isMarkTp },
  stopLoss: { unit: 'price', text: position.stopLoss ?? '', at: null, isMark: position.isMarkSl },
})

export function summariseExit(kind: ExitKind, input: ExitInput, holder: ExitHolder): ExitSummary {
  const { position, terms, mark, last } = holder
  const nothing = { price: null, pnl: null, roeBp: null, problem: null, firesAtOnce: false }
  if (input.text === '' || /^[0.]*$/.test(input.text)) return { ...nothing, isEmpty: true }
  const held = heldOf(position, terms)
  const price = priceOfInput(kind, input, held, position.leverage, terms)
  if (price === null) return { ...nothing, isEmpty: false, problem: 'PRICE_UNREACHABLE' }
  const side = signOfSide(position.side)
  const liquidationPrice =
    position.liquidPrice === null ? null : Number(parseUnits(position.liquidPrice, terms.scale.precision) ?? 0n)
  const problem =
    price % terms.tick !== 0
      ? 'PRICE_TICK_INVALID'
      : mark === null
        ? 'PRICE_FEED_STALE'
        : exitFault({ side, mark, liquidationPrice, [kind]: price })
  const rises = side > 0 === (kind === 'takeProfit')
  const firesAtOnce = !input.isMark && last !== null && (rises ? last >= price : last <= price)
  return { isEmpty: false, price, ...resultAt(held, price, position.leverage, terms), problem, firesAtOnce }
}

/** The field in another unit, at the same price; as a price where the other unit cannot say it (an SL that locks in profit). */
export function inUnit(kind: ExitKind, input: ExitInput, unit: ExitUnit, { position, terms }: ExitHolder): ExitInput {
  const held = heldOf(position, terms)
  if (input.text === '') return { ...input, unit }
  const price = priceOfInput(kind, input, held, position.leverage, terms)
  if (price === null) return { ...input, unit, text: '', at: null }
  return { ...input, ...textOf(kind, price, unit, held, position.leverage, terms) }
}

/** The field at a return on the margin: what the chips set. `percent` is the size of gain or loss. */
export function atRoe(kind: ExitKind, input: ExitInput, percent: number, holder: ExitHolder): ExitInput {
  const { position, terms } = holder
  const held = heldOf(position, terms)
  const bp = BigInt(percent * 100) * (kind === 'takeProfit' ? 1n : -1n)
  const price = priceOfRoe(held, bp, position.leverage, terms)
  if (price === null) return { ...input, text: '', at: null }
  return { ...input, ...textOf(kind, price, input.unit, held, position.leverage, terms) }
}

/** What to send; null where the fields say what stands already. An exit that is left out stays as it is, 0 clears it. */
export function exitBody(inputs: ExitInputs, holder: ExitHolder): BodyOf<'POST /api/futures/order/tpsl'> | null {
  const { position, terms } = holder
  const before = exitsOfPosition(position)
  const changed = exitKinds.flatMap((kind) => {
    const { price } = summariseExit(kind, inputs[kind], holder)
    const was = summariseExit(kind, before[kind], holder).price
    const isSame = price === was && (price === null || inputs[kind].isMark === before[kind].isMark)
    if (isSame) return []
    const mark = kind === 'takeProfit' ? 'isMarkTp' : 'isMarkSl'
    return [[kind, price === null ? '0' : plain(price, terms)] as const, [mark, inputs[kind].isMark] as const]
  })
  if (changed.length === 0) return null
  return { futuresPositionId: position.id, ...Object.fromEntries(changed) }
}

function priceOfInput(
  kind: ExitKind,
  { unit, text, at }: ExitInput,
  held: Position,
  leverage: number,
  terms: Terms,
): number | null {
  if (at !== null) return at
  if (unit === 'price') return Number(parseUnits(text, terms.scale.precision) ?? 0n) || null
  const size = parseUnits(text, unit === 'roe' ? 2 : 8)
  if (size === null) return null
  const signed = kind === 'takeProfit' ? size : -size
  return unit === 'roe' ? priceOfRoe(held, signed, leverage, terms) : priceOfPnl(held, signed, terms)
}

function textOf(
  kind: ExitKind,
  price: number,
  unit: ExitUnit,
  held: Position,
  leverage: number,
  terms: Terms,
): Pick<ExitInput, 'unit' | 'text' | 'at'> {
  const { pnl, roeBp } = resultAt(held, price, leverage, terms)
  const sign = kind === 'takeProfit' ? 1n : -1n
  const size = (unit === 'roe' ? roeBp : pnl) * sign
  if (unit === 'price' || size <= 0n) return { unit: 'price', text: plain(price, terms), at: null }
  const text = unit === 'roe' ? formatUnits(size, 2) : formatUnits(size / 1_000_000n, 2)
  return { unit, text, at: price }
}

const plain = (price: number, { scale }: Terms): string => formatUnits(BigInt(price), scale.precision)
