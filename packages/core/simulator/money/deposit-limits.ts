import type { Command, DnwRow, Rows } from '../../src/index.ts'
import type { UndoLog } from '../undo.ts'
import { bringsMoney } from './deposits.ts'

const dayMs = 86_400_000
const spans: Readonly<Record<string, number>> = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs }

/** What members limit of their deposits (rules J 4): what came in a window, and what is announced, stays within the lowest limit. */
export class DepositLimits {
  readonly #undo: UndoLog
  readonly #limits = new Map<string, Rows['limits'][number]>()
  readonly counts = { 'kept limits': 0, 'limited deposits': 0 }

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  /** Limits as they stand; that they rise late only is judged elsewhere. */
  follow(limits: Rows['limits']): void {
    for (const row of limits)
      if (row.kind === 'DEPOSIT') this.#undo.set(this.#limits, `${row.memberId}:${row.window}:${row.currency}`, row)
  }

  /** Whether so much more would pass one of a member's limits. */
  isBeyond(
    { memberId, currency, amount }: { readonly memberId: number; readonly currency: string; readonly amount: bigint },
    rows: Iterable<DnwRow>,
    wall: number,
  ): boolean {
    const mine = [...this.#limits.values()].filter((row) => row.memberId === memberId && row.currency === currency)
    if (mine.length === 0) return false
    const deposits = [...rows].filter(
      (row) => bringsMoney(row) && row.memberId === memberId && row.currency === currency,
    )
    return mine.some(({ window, amount: most }) => {
      const counted = deposits.filter(({ status, processedAt }) =>
        processedAt === null ? true : status === 'COMPLETED' && processedAt > wall - spans[window]!,
      )
      return most !== null && counted.reduce((sum, { point }) => sum + point, amount) > most
    })
  }

  /** An announced deposit: refused where it would pass a limit, and nowhere else. `rows` are those of before. */
  announced(
    { memberId, point }: Extract<Command, { kind: 'applyDeposit' }>,
    code: string | null,
    rows: Iterable<DnwRow>,
    wall: number,
  ): void {
    const isBeyond = this.isBeyond({ memberId, currency: 'KRW', amount: point }, rows, wall)
    if (code === null && isBeyond) throw new Error(`a deposit of ${memberId} passes a limit that he set himself`)
    if (code === 'SELF_LIMIT_EXCEEDED' && !isBeyond) throw new Error(`a deposit of ${memberId} passes no limit`)
    if (code === 'SELF_LIMIT_EXCEEDED') this.counts['kept limits']++
    if (code === null && [...this.#limits.values()].some((row) => row.memberId === memberId))
      this.counts['limited deposits']++
  }
}
