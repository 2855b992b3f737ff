import type { OverseaOrder, OverseaPosition } from '@maru/contract'
import { overseaOrderWire, overseaPositionWire } from '@maru/core'
import type { CoreClient } from '../ports.ts'
import { isExit, newestFirst, optionFinder } from '../trading/index.ts'

/** What a member has open, newest state: orders that he placed, and positions with their TP and SL. */
export interface OpenOversea {
  readonly orders: readonly OverseaOrder[]
  readonly positions: readonly OverseaPosition[]
}

/** Newest first; of one option, or of all where `optionId` is null. */
export function openOversea(
  core: Pick<CoreClient, 'view'>,
  siteId: number,
  memberId: number,
  optionId: number | null = null,
): OpenOversea {
  const { oversea } = core.view
  const concerns = (row: { readonly optionId: number }) => optionId === null || row.optionId === optionId
  const optionOf = optionFinder((id) => oversea.option(siteId, id))
  return {
    orders: oversea
      .openOrders(siteId, memberId)
      .filter((row) => concerns(row) && !isExit(row))
      .sort(newestFirst)
      .map((row) => overseaOrderWire(row, optionOf(row.optionId))),
    positions: oversea
      .openPositions(siteId, memberId)
      .filter(({ row }) => concerns(row))
      .sort((a, b) => newestFirst(a.row, b.row))
      .map(({ row, tpTick, slTick }) => overseaPositionWire(row, optionOf(row.optionId), { tpTick, slTick })),
  }
}
