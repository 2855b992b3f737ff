import { setImmediate as nextTurn } from 'node:timers/promises'

/** So many leaves, nodes or rows are made in one turn of the event loop, which trades meanwhile; even, so that no pair of nodes is parted. */
export const slice = 200

/** What `make` makes of a list, a slice in each turn of the event loop. */
export async function inSlices<T, Made>(
  list: readonly T[],
  make: (some: readonly T[]) => readonly Made[],
): Promise<Made[]> {
  const made: Made[] = []
  for (let from = 0; from < list.length; from += slice) {
    for (const one of make(list.slice(from, from + slice))) made.push(one)
    await nextTurn()
  }
  return made
}
