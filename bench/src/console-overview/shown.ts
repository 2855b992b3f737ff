/** A deposit by its number, and when something became known of it, ms since 1970. */
export type Known = readonly [id: number, at: number]

/** Keeps when each task first stood on the page; runs in the page. */
export const watchTasks = `(() => {
  globalThis.shown = new Map()
  const look = () => {
    for (const { firstChild } of document.querySelectorAll('.tasks small')) {
      const id = Number(firstChild.data)
      if (!shown.has(id)) shown.set(id, Date.now())
    }
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  look()
})()`

/** For each deposit the ms from its answer until it stood on the page. */
export function shownAfter(answered: readonly Known[], shown: readonly Known[]): number[] {
  const shownAt = new Map(shown)
  return answered.map(([id, at]) => {
    const found = shownAt.get(id)
    if (found === undefined) throw new Error(`deposit ${id} was never on the page`)
    return Math.max(0, found - at)
  })
}
