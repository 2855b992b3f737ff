import { expect, onTestFinished } from 'vitest'

interface Shift extends PerformanceEntry {
  /** The share of the window that moved, times how far. */
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

export interface Shifts {
  /** What has moved so far, each with its text. */
  readonly moved: () => string[]
  /** How much has moved so far; 1 is the whole window by its own height. */
  readonly sum: () => number
}

/** Watches how the page's content moves from now on, once the toasts of the page before, which close ranks, are gone. */
export async function watchShifts(): Promise<Shifts> {
  await toastsGone()
  await document.fonts.ready
  await painted()
  const shifts: Shift[] = []
  const add = (entries: PerformanceEntryList) => void shifts.push(...(entries as Shift[]))
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  onTestFinished(() => observer.disconnect())
  const seen = () => {
    add(observer.takeRecords())
    return shifts
  }
  return {
    moved: () =>
      seen().map(({ value, sources }) => `${value}: ${sources.map(({ node }) => node?.textContent).join(' | ')}`),
    sum: () => seen().reduce((sum, { value }) => sum + value, 0),
  }
}

/** Resolves when no toast stands any more, of this page or of the one before. */
export const toastsGone = (): Promise<void> => expect.poll(() => document.querySelector('.toast')).toBeNull()

/** Resolves when what was rendered has been drawn. */
export const painted = (): Promise<number> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
