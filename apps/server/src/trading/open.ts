import type { OrderRow } from '@maru/core'

/** Orders that close a position by themselves; lists of orders leave them to their position. */
export const isExit = ({ marketType }: Pick<OrderRow, 'marketType'>): boolean =>
  marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS'

export const newestFirst = (a: { readonly id: number }, b: { readonly id: number }): number => b.id - a.id
