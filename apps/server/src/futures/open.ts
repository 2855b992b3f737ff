import type { FuturesOrder, FuturesPosition } from '@maru/contract'
import { type AnswerOf, exitsOf, futuresOrderWire, futuresPositionWire, type OrderRow } from '@maru/core'
import { optionFinder } from '../http/index.ts'
import type { Reads } from '../ports.ts'
import { isExit, newestFirst } from '../trading/index.ts'

/** What a member has open, newest state: orders that he placed, the TP and SL of his positions, the positions. */
export interface OpenFutures {
  readonly orders: readonly FuturesOrder[]
  readonly tpsl: readonly FuturesOrder[]
  readonly positions: readonly FuturesPosition[]
}

/** Newest first; of one option, or of all where `optionId` is null. */
export function futuresWire(open: AnswerOf<'futures.open'>, optionId: number | null = null): OpenFutures {
  const concerns = (row: { readonly optionId: number }) => optionId === null || row.optionId === optionId
  const rows = open.orders.filter(concerns).sort(newestFirst)
  const optionOf = optionFinder(open.options)
  const shown = (row: OrderRow) => futuresOrderWire(row, optionOf(row.optionId))
  return {
    orders: rows.filter((row) => !isExit(row)).map(shown),
    tpsl: rows.filter(isExit).map(shown),
    positions: open.positions
      .filter(({ row }) => concerns(row))
      .sort((a, b) => newestFirst(a.row, b.row))
      .map(({ row, liquidPrice }) =>
        futuresPositionWire(row, optionOf(row.optionId), exitsOf(row.id, rows), liquidPrice),
      ),
  }
}

/** Asks for it. */
export async function openFutures(
  reads: Reads,
  siteId: number,
  memberId: number,
  optionId: number | null = null,
): Promise<OpenFutures> {
  const { value } = await reads.ask('futures.open', { siteId, memberId })
  return futuresWire(value, optionId)
}
