import type { Command, MemberLimitRow, MemberStateRow, Rows, Use } from '../src/index.ts'
import type { UndoLog } from './undo.ts'
import { isTimeUp, wallOf } from './uses.ts'

/** What members set against themselves, and whom the house locked out: a limit rises only late and confirmed, a break never gets shorter. */
export class Protection {
  readonly coolOff = new Map<number, number>()
  /** Self-exclusions: nothing but a committed request changes them, and only to a later end. */
  readonly excluded = new Map<number, number>()
  /** By member; then by kind, window and currency. */
  readonly limits = new Map<number, Map<string, bigint | null>>()
  /** By member; no crash loses it. */
  readonly #uses = new Map<number, readonly Use[]>()
  readonly #statuses = new Map<number, string>()
  /** By member: whether he is of the staff. */
  readonly #staff = new Map<number, boolean>()
  /** When a limit was asked for. */
  readonly #raises = new Map<string, number>()
  readonly #undo: UndoLog

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  observe({ members, limits }: Rows, command: Command | null, at: number): void {
    if (command?.kind === 'countUse') this.#uses.set(command.memberId, [...this.#usesOf(command.memberId), command.use])
    for (const row of members) {
      this.#block(row)
      this.#exclusion(row, command, at)
    }
    for (const row of limits) this.#limit(row, command, at)
  }

  /** His time is used up. */
  isTimeUp(memberId: number, at: number): boolean {
    return isTimeUp(this.limits.get(memberId) ?? new Map(), this.#usesOf(memberId), at)
  }

  isDenied(memberId: number): boolean {
    return this.#statuses.get(memberId) === 'DENY'
  }

  isStaff(memberId: number): boolean {
    return this.#staff.get(memberId) ?? false
  }

  #usesOf(memberId: number): readonly Use[] {
    return this.#uses.get(memberId) ?? []
  }

  #block({ memberId, status, coolOffUntil, isStaff }: MemberStateRow): void {
    const until = this.coolOff.get(memberId) ?? 0
    if ((coolOffUntil ?? 0) < until) throw new Error(`the cool-off of member ${memberId} was cut`)
    this.#undo.set(this.coolOff, memberId, coolOffUntil ?? 0)
    this.#undo.set(this.#statuses, memberId, status)
    this.#undo.set(this.#staff, memberId, isStaff)
  }

  #exclusion({ memberId, excludedUntil: until }: MemberStateRow, command: Command | null, at: number): void {
    const before = this.excluded.get(memberId)
    if (until === (before ?? null)) return
    if (until === null || until < (before ?? 0))
      throw new Error(`the self-exclusion of member ${memberId} was cut from ${before} to ${until}`)
    if (command?.kind !== 'selfExclude' || command.memberId !== memberId)
      throw new Error(`member ${memberId} was excluded until ${until} without having asked for it`)
    const [shortest, longest] = ({ 6: [181, 184], 12: [365, 366], 60: [1_826, 1_827] } as const)[command.months] ?? [
      0, 0,
    ]
    const days = (until - wallOf(at)) / 86_400_000
    if (days < shortest || days > longest + 1)
      throw new Error(`member ${memberId} was excluded for ${days} days when he asked for ${command.months} months`)
    this.#undo.set(this.excluded, memberId, until)
  }

  #limit(row: MemberLimitRow, command: Command | null, at: number): void {
    const { memberId, amount } = row
    const name = `${row.kind}:${row.window}:${row.currency}`
    const mine = this.limits.get(memberId) ?? new Map<string, bigint | null>()
    this.limits.set(memberId, mine)
    const before = mine.get(name) ?? null
    const raise = `${memberId}:${name}`
    const asked = this.#raises.get(raise)
    const isConfirmed = command?.kind === 'confirmLimits' && asked !== undefined && at >= asked + 86_400_000
    if (isLooser(amount, before) && !isConfirmed)
      throw new Error(
        `limit ${name} of member ${memberId} rose from ${before} to ${amount} without 24 h and confirmation`,
      )
    this.#undo.set(mine, name, amount)
    if (command?.kind === 'setLimits') this.#undo.set(this.#raises, raise, at)
  }
}

const isLooser = (a: bigint | null, b: bigint | null): boolean => b !== null && (a === null || a > b)
