import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import { exitsOf, futuresOrderWire, futuresPositionWire, type OrderRow } from '@maru/core'
import type { CoreClient } from '../ports.ts'
import { isExit, newestFirst, optionFinder } from '../trading/index.ts'

/** What a member has open, newest state: orders that he placed, the TP and SL of his positions, the positions. */
export interface OpenFutures {
  readonly orders: readonly FuturesOrder[]
  readonly tpsl: readonly FuturesOrder[]
  readonly positions: readonly FuturesPosition[]
}

/** Newest first; of one option, or of all where `optionId` is null. */
export function openFutures(
  core: Pick<CoreClient, 'view'>,
  siteId: number,
  memberId: number,
  optionId: number | null = null,
): OpenFutures {
  const { futures } = core.view
  const concerns = (row: { readonly optionId: number }) => optionId === null || row.optionId === optionId
  const rows = futures.openOrders(siteId, memberId).filter(concerns).sort(newestFirst)
  const optionOf = optionFinder((id) => futures.option(siteId, id))
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
