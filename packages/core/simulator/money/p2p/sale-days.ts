import type { DnwRow, P2pOrderRow } from '../../../src/index.ts'
import type { UndoLog } from '../../undo.ts'
import { ofDay } from '../bars.ts'
import { takesOut } from '../exits.ts'

/** What members took out on a day (KST), for the limit of sales to merchants. */
export class SaleDays {
  readonly #undo: UndoLog
  /** KRW of sales that were decided to be paid after they had ended, by the row of the decision: they count on its day. */
  readonly #late = new Map<number, bigint>()

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  addLate({ dnwId, won }: P2pOrderRow): void {
    this.#undo.set(this.#late, dnwId, won)
  }

  /** KRW that a member took out today, as far as they did not come back. */
  used(memberId: number, rows: Iterable<DnwRow>, wall: number): bigint {
    const mine = [...rows].filter((row) => row.memberId === memberId && (takesOut(row) || this.#late.has(row.id)))
    return ofDay(mine, wall).reduce((sum, { id, won, status }) => {
      const isBack = status === 'REJECTED' || status === 'CANCELED'
      return sum + (this.#late.get(id) ?? (isBack ? 0n : won))
    }, 0n)
  }
}
