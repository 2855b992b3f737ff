import type { OverseaOrder, OverseaPosition } from '@maru/contract'
import { type AnswerOf, overseaOrderWire, overseaPositionWire } from '@maru/core'
import { optionFinder } from '../http/index.ts'
import type { Reads } from '../ports.ts'
import { isExit, newestFirst } from '../trading/index.ts'

/** What a member has open, newest state: orders that he placed, and positions with their TP and SL. */
export interface OpenOversea {
  readonly orders: readonly OverseaOrder[]
  readonly positions: readonly OverseaPosition[]
}

/** Newest first; of one option, or of all where `optionId` is null. */
export function overseaWire(open: AnswerOf<'oversea.open'>, optionId: number | null = null): OpenOversea {
  const concerns = (row: { readonly optionId: number }) => optionId === null || row.optionId === optionId
  const optionOf = optionFinder(open.options)
  return {
    orders: open.orders
      .filter((row) => concerns(row) && !isExit(row))
      .sort(newestFirst)
      .map((row) => overseaOrderWire(row, optionOf(row.optionId))),
    positions: open.positions
      .filter(({ row }) => concerns(row))
      .sort((a, b) => newestFirst(a.row, b.row))
      .map(({ row, tpTick, slTick }) => overseaPositionWire(row, optionOf(row.optionId), { tpTick, slTick })),
  }
}

/** Asks for it. */
export async function openOversea(
  reads: Reads,
  siteId: number,
  memberId: number,
  optionId: number | null,
): Promise<OpenOversea> {
  const { value } = await reads.ask('oversea.open', { siteId, memberId })
  return overseaWire(value, optionId)
}
