import type { Use } from '../src/index.ts'

const WALL_AHEAD_MS = 3_000_000_007

/** The wall clock of a played house: far from its domain clock, so that what takes the wrong clock shows. */
export const wallOf = (at: number): number => at + WALL_AHEAD_MS
/** What the domain clock shows when the wall clock shows `wall`. */
export const domainOf = (wall: number): number => wall - WALL_AHEAD_MS

const spans: Readonly<Record<string, number>> = { '24h': 1_440, '7d': 10_080, '30d': 43_200 }

/** Whether one of the limits that are named by kind, window and unit is a time limit that `uses`, in any order, have used up. */
export function isTimeUp(limits: ReadonlyMap<string, bigint | null>, uses: readonly Use[], at: number): boolean {
  for (const [name, minutes] of limits) {
    const [kind, window] = name.split(':')
    if (
      kind === 'TIME' &&
      minutes !== null &&
      usedSince(uses, wallOf(at) - spans[window!]! * 60_000) >= Number(minutes) * 60_000
    )
      return true
  }
  return false
}

/** Time after `edge` that lies in one stretch at least. */
function usedSince(uses: readonly Use[], edge: number): number {
  let sum = 0
  let covered = edge
  for (const { from, to } of [...uses].sort((a, b) => a.from - b.from)) {
    if (to > covered) sum += to - Math.max(from, covered)
    covered = Math.max(covered, to)
  }
  return sum
}
