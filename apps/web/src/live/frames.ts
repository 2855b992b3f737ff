import type { DepthData } from '@maru/contract'
import type { PricePatch } from './price-store.ts'

/** Levels best first, decimals as they came. */
export type Depth = Pick<DepthData, 'asks' | 'bids'>

/** Price and book of a stock are shown together, so that a page's figures are all of one moment. */
export interface Frames {
  /** A price came: shown at once where nobody shows the stock's book. */
  tick(stock: string, patch: PricePatch): void
  /** An order book came. */
  depth(stock: string, depth: Depth): void
  /** Hears of the stock's order book, each time before the price of the same frame is stored. */
  watch(stock: string, listener: (depth: Depth) => void): () => void
}

/**
 * A frame ends this long after the first message in it: halfway between two beats of the channel (100 ms), so that a price and
 * an order book that left together are never parted. Nobody reads ten order books a second; every second one is enough, and half the work.
 */
const frameMs = 150

interface Entry {
  readonly listeners: Set<(depth: Depth) => void>
  /** What a newcomer is shown first. */
  shown: Depth | null
  hasPrice: boolean
  patch: PricePatch | null
  depth: Depth | null
  timer: ReturnType<typeof setTimeout> | undefined
}

export function createFrames(apply: (stock: string, patch: PricePatch) => void): Frames {
  const entries = new Map<string, Entry>()

  const show = (stock: string, entry: Entry) => {
    clearTimeout(entry.timer)
    const { patch, depth } = entry
    entry.timer = undefined
    entry.patch = null
    entry.depth = null
    if (depth) {
      entry.shown = depth
      for (const listener of [...entry.listeners]) listener(depth)
    }
    if (patch) {
      entry.hasPrice = true
      apply(stock, patch)
    }
  }
  const later = (stock: string, entry: Entry) => {
    entry.timer ??= setTimeout(() => show(stock, entry), frameMs)
  }

  return {
    tick(stock, patch) {
      const entry = entries.get(stock)
      if (!entry) return apply(stock, patch)
      entry.patch = { ...entry.patch, ...patch }
      // The first figures stand at once.
      if (entry.hasPrice) later(stock, entry)
      else show(stock, entry)
    },
    depth(stock, depth) {
      const entry = entries.get(stock)
      if (!entry) return
      entry.depth = depth
      if (entry.shown) later(stock, entry)
      else show(stock, entry)
    },
    watch(stock, listener) {
      const entry = entries.get(stock) ?? {
        listeners: new Set(),
        shown: null,
        hasPrice: false,
        patch: null,
        depth: null,
        timer: undefined,
      }
      entries.set(stock, entry)
      entry.listeners.add(listener)
      if (entry.shown) listener(entry.shown)
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size > 0) return
        show(stock, entry)
        entries.delete(stock)
      }
    },
  }
}
