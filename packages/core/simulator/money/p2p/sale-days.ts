import type { DnwRow, P2pOrderRow } from '../../../src/index.ts'
import type { UndoLog } from '../../undo.ts'
import { dayOf } from '../bars.ts'
import { takesOut } from '../exits.ts'

/** What members took out on a day (KST), for the limit of sales to merchants. */
export class SaleDays {
  readonly #undo: UndoLog
  /** Sales that were decided to be paid after they had ended: they count on the day of the decision. */
  readonly #late = new Map<number, { readonly memberId: number; readonly won: bigint; readonly day: number }>()

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  addLate({ id, rev, memberId, won }: P2pOrderRow, wall: number): void {
    this.#undo.set(this.#late, id * 1_000 + rev, { memberId, won, day: dayOf(wall) })
  }

  /** KRW that a member took out today, as far as they did not come back. */
  used(memberId: number, rows: Iterable<DnwRow>, wall: number): bigint {
    const today = dayOf(wall)
    let sum = 0n
    for (const row of rows) {
      const isBack = row.status === 'REJECTED' || row.status === 'CANCELED'
      const isOf = row.memberId === memberId && takesOut(row)
      if (isOf && !isBack && dayOf(row.createdAt) === today) sum += row.won
    }
    for (const { memberId: of, won, day } of this.#late.values()) if (of === memberId && day === today) sum += won
    return sum
  }
}
