import { payoutKeyIn, requestIdIn } from '../providers/index.ts'
import type { Line } from './lines.ts'
import type { Movement } from './movements.ts'

/** A line and the movement that it shows; null: another line undoes it, and nothing was booked. */
export interface Pair {
  readonly line: Line
  readonly movement: Movement | null
  /** Further movements that the line shows: money of another amount than was reported first is booked in parts. */
  readonly others: readonly Movement[]
}

/**
 * Finds what lines show: the movement that one names, in the same amount, or all that it names, in their sum; a return that undoes a line of which nothing was booked; and of
 * lines that name nothing of the house's the oldest movement of equal amount that nothing names.
 */
export function pairsOf(lines: readonly Line[], movements: readonly Movement[]): Pair[] {
  const open = new Set(movements)
  const left = new Set(lines.filter(({ kind }) => kind !== 'fee'))
  const pairs: Pair[] = []
  const take = (line: Line, movement: Movement | null, others: readonly Movement[] = []) => {
    left.delete(line)
    for (const one of [movement, ...others]) if (one) open.delete(one)
    pairs.push({ line, movement, others })
  }
  const isOf = (line: Line, { provider, currency }: Movement) =>
    provider === line.provider && currency === line.currency
  const fits = (line: Line, movement: Movement) => isOf(line, movement) && movement.amount === line.amount
  const isNamed = ({ reference, providerRef }: Line, { names }: Movement) =>
    (reference !== null && names.includes(reference)) || names.includes(providerRef)
  for (const line of [...left]) {
    const movement = [...open].find((one) => fits(line, one) && isNamed(line, one))
    if (movement) take(line, movement)
  }
  for (const line of left) {
    const [first, ...others] = [...open].filter((one) => isOf(line, one) && isNamed(line, one))
    const sum = others.reduce((total, { amount }) => total + amount, first?.amount ?? 0n)
    if (first && sum === line.amount) take(line, first, others)
  }
  for (const line of [...left].filter(({ kind }) => kind === 'return')) {
    const undone = [...left].find((one) => undoes(line, one))
    if (!undone) continue
    take(line, null)
    take(undone, null)
  }
  const all = [...left]
  for (const line of all) {
    if (isOurs(line.reference) && line.kind !== 'return') continue
    const movement = [...open].find((one) => fits(line, one) && !all.some((other) => isNamed(other, one)))
    if (movement) take(line, movement)
  }
  return pairs
}

/** Whether a reference is one that the house gave, and not what a payer wrote. */
const isOurs = (reference: string | null): boolean => requestIdIn(reference) !== null || payoutKeyIn(reference) !== null

const undoes = (line: Line, other: Line): boolean =>
  other !== line &&
  other.kind !== 'return' &&
  other.provider === line.provider &&
  other.currency === line.currency &&
  other.providerRef === line.providerRef &&
  other.amount === -line.amount
