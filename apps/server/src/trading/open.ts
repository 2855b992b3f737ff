import type { OrderRow } from '@maru/core'

/** Orders that close a position by themselves; lists of orders leave them to their position. */
export const isExit = ({ marketType }: Pick<OrderRow, 'marketType'>): boolean =>
  marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS'

export const newestFirst = (a: { readonly id: number }, b: { readonly id: number }): number => b.id - a.id

/** Finds the options of open orders and positions, each once; every one has its option. */
export function optionFinder<T>(find: (id: number) => T | null): (id: number) => T {
  const known = new Map<number, T>()
  return (id) => {
    const option = known.get(id) ?? find(id)
    if (option === null) throw new Error(`an open order or position names no option: ${id}`)
    known.set(id, option)
    return option
  }
}
