import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import { exitsOf, type FuturesOption, futuresOrderWire, futuresPositionWire, type OrderRow } from '@maru/core'
import type { CoreClient } from '../ports.ts'

/** What a member has open, newest state: orders that he placed, the TP and SL of his positions, the positions. */
export interface OpenFutures {
  readonly orders: readonly FuturesOrder[]
  readonly tpsl: readonly FuturesOrder[]
  readonly positions: readonly FuturesPosition[]
}

/** Orders that close a position by themselves; lists of orders leave them to their position. */
export const isExit = ({ marketType }: Pick<OrderRow, 'marketType'>): boolean =>
  marketType === 'TAKEPROFIT' || marketType === 'STOPLOSS'

/** Newest first; of one option, or of all where `optionId` is null. */
export function openFutures(
  core: Pick<CoreClient, 'view'>,
  siteId: number,
  memberId: number,
  optionId: number | null = null,
): OpenFutures {
  const { futures } = core.view
  const concerns = (row: { readonly optionId: number }) => optionId === null || row.optionId === optionId
  const newestFirst = (a: { readonly id: number }, b: { readonly id: number }) => b.id - a.id
  const rows = futures.openOrders(siteId, memberId).filter(concerns).sort(newestFirst)
  const options = new Map<number, FuturesOption | null>()
  const optionOf = (id: number) => {
    if (!options.has(id)) options.set(id, futures.option(siteId, id))
    const option = options.get(id)
    if (!option) throw new Error(`an open order or position names no option: ${id}`)
    return option
  }
  const shown = (row: OrderRow) => futuresOrderWire(row, optionOf(row.optionId))
  return {
    orders: rows.filter((row) => !isExit(row)).map(shown),
    tpsl: rows.filter(isExit).map(shown),
    positions: futures
      .openPositions(siteId, memberId)
      .filter(concerns)
      .sort(newestFirst)
      .map((row) =>
        futuresPositionWire(row, optionOf(row.optionId), exitsOf(row.id, rows), futures.liquidPrice(siteId, row.id)),
      ),
  }
}
