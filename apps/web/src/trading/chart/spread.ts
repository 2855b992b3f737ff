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

/** Where a label stands: its middle's height, how far its column lies from the first, and the number of the column from 0. */
export interface Spot {
  readonly place: number
  readonly left: number
  readonly column: number
}

export interface Room {
  /** From the middle of the topmost label to that of the lowest. */
  readonly low: number
  readonly high: number
  /** Of a label with the gap to the next. */
  readonly pitch: number
}

/** Between two columns. */
const gap = 4

/**
 * Labels at sorted places, in as many columns as it takes that none lies over another: neighbours stand beside each other,
 * so that each keeps near its price. The first of the rooms that holds them all is taken, else the last with as many columns
 * as fit into the width. `widthOf` measures a label; one column needs no measure.
 */
export function arrange(
  places: readonly number[],
  widthOf: (at: number) => number,
  width: number,
  rooms: readonly Room[],
): Spot[] {
  for (const [number, room] of rooms.entries()) {
    const fit = Math.max(1, Math.floor((room.high - room.low) / room.pitch) + 1)
    const isLast = number === rooms.length - 1
    let count = Math.max(1, Math.ceil(places.length / fit))
    let lefts = count === 1 ? [0] : leftsOf(places.length, count, widthOf, width)
    for (; lefts === null && isLast; count--) lefts = leftsOf(places.length, count - 1, widthOf, width)
    if (lefts === null) continue
    const { length } = lefts
    const columns = lefts.map((_, column) =>
      spread(
        places.filter((_, at) => at % length === column),
        room.pitch,
        room.low,
        room.high,
      ),
    )
    return places.map((_, at) => ({
      place: columns[at % length]![Math.floor(at / length)]!,
      left: lefts[at % length]!,
      column: at % length,
    }))
  }
  return []
}

/** Left edges of that many columns; null where they do not fit into the width, as one always does. */
function leftsOf(labels: number, count: number, widthOf: (at: number) => number, width: number): number[] | null {
  if (count === 1) return [0]
  const widths = new Array<number>(count).fill(0)
  for (let at = 0; at < labels; at++) widths[at % count] = Math.max(widths[at % count]!, widthOf(at))
  const lefts = [0]
  for (const one of widths) lefts.push(lefts.at(-1)! + one + gap)
  return lefts.pop()! - gap <= width ? lefts : null
}

const startOf = ({ middle, count }: { middle: number; count: number }, pitch: number) => middle - (count * pitch) / 2
const endOf = ({ middle, count }: { middle: number; count: number }, pitch: number) => middle + (count * pitch) / 2
