import { payoutKeyIn, requestIdIn } from '../providers/index.ts'
import type { Line } from './lines.ts'
import type { Movement } from './movements.ts'

/** A line and the movement that it shows; null: another line undoes it, and nothing was booked. */
export interface Pair {
  readonly line: Line
  readonly movement: Movement | null
}

/**
 * Finds what lines show: the movement that one names, in the same amount; a return that undoes a line of which nothing was booked; and of
 * lines that name nothing of the house's the oldest movement of equal amount that nothing names.
 */
export function pairsOf(lines: readonly Line[], movements: readonly Movement[]): Pair[] {
  const open = new Set(movements)
  const left = new Set(lines.filter(({ kind }) => kind !== 'fee'))
  const pairs: Pair[] = []
  const take = (line: Line, movement: Movement | null) => {
    left.delete(line)
    if (movement) open.delete(movement)
    pairs.push({ line, movement })
  }
  const fits = (line: Line, movement: Movement) =>
    movement.provider === line.provider && movement.currency === line.currency && movement.amount === line.amount
  const isNamed = ({ reference, providerRef }: Line, { names }: Movement) =>
    (reference !== null && names.includes(reference)) || names.includes(providerRef)
  for (const line of [...left]) {
    const movement = [...open].find((one) => fits(line, one) && isNamed(line, one))
    if (movement) take(line, movement)
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
