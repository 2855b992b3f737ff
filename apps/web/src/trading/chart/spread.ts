/**
 * Moves sorted places apart until each is `pitch` from the next, as little as needed, within `low` and `high`. Where there
 * is no room for all, those at the end lie closer together.
 */
export function spread(places: readonly number[], pitch: number, low: number, high: number): number[] {
  const room = places.length > 1 ? Math.min(pitch, (high - low) / (places.length - 1)) : pitch
  // Runs of places that touch lie around their common middle.
  const runs: { middle: number; count: number }[] = []
  for (const place of places) {
    let run = { middle: place, count: 1 }
    for (let last = runs.at(-1); last && endOf(last, room) > startOf(run, room); last = runs.at(-1)) {
      runs.pop()
      const count = last.count + run.count
      run = { middle: (last.middle * last.count + run.middle * run.count) / count, count }
    }
    const reach = (run.count * room - room) / 2
    run.middle = Math.max(low + reach, Math.min(high - reach, run.middle))
    runs.push(run)
  }
  const spreadOut = runs.flatMap((run) =>
    Array.from({ length: run.count }, (_, at) => startOf(run, room) + room / 2 + at * room),
  )
  // A run that was pushed from the edge may touch the one before it again.
  for (let at = spreadOut.length - 2; at >= 0; at--) spreadOut[at] = Math.min(spreadOut[at]!, spreadOut[at + 1]! - room)
  return spreadOut
}

/** A place of a label, in the column of that number from 0. */
export interface Spot {
  readonly place: number
  readonly column: number
}

/** `spread` in as many columns as the labels need, at most `most`: neighbours stand beside each other, so that each keeps near its price. */
export function spreadInColumns(places: readonly number[], pitch: number, low: number, high: number, most: number) {
  const fit = Math.max(1, Math.floor((high - low) / pitch) + 1)
  const count = Math.max(1, Math.min(most, Math.ceil(places.length / fit)))
  const columns = Array.from({ length: count }, (_, column) =>
    spread(
      places.filter((_, at) => at % count === column),
      pitch,
      low,
      high,
    ),
  )
  return places.map((_, at): Spot => ({ place: columns[at % count]![Math.floor(at / count)]!, column: at % count }))
}

const startOf = ({ middle, count }: { middle: number; count: number }, pitch: number) => middle - (count * pitch) / 2
const endOf = ({ middle, count }: { middle: number; count: number }, pitch: number) => middle + (count * pitch) / 2
