import type { Command, Effects, MoneyConfig } from '../../src/index.ts'
import { UndoLog } from '../undo.ts'
import { wallOf } from '../uses.ts'
import { MoneyWatcher } from './watcher.ts'

type Day = Effects['rows']['moneyDays'][number]

/** Judges money on a wall clock that is set back: by the clock that the core goes by, and no day begins twice. */
export class ClockWatcher extends MoneyWatcher {
  readonly #clock: SetBackClock
  readonly #undo = new UndoLog()
  readonly #withdrawDayMax: bigint
  /** The newest day of each member and kind. */
  readonly #days = new Map<string, Day>()
  readonly days = { begun: 0, 'gone on': 0 }

  constructor(config: MoneyConfig) {
    const clock = new SetBackClock()
    super(config, (at) => clock.at(at))
    this.#clock = clock
    this.#withdrawDayMax = config.withdrawDayMax
  }

  /** The wall clock lies so far behind from now on, in ms. */
  setBack(ms: number): void {
    this.#clock.backMs = ms
  }

  override observe(command: Command | null, effects: Effects, at: number): void {
    super.observe(command, effects, at)
    for (const row of effects.rows.moneyDays) this.#day(row, command)
  }

  /** A day that a newer one followed takes nothing more, and what one has used up stays used. */
  #day(row: Day, command: Command | null): void {
    const name = `${row.memberId}:${row.kind}`
    const newest = this.#days.get(name)
    if (newest !== undefined && row.day < newest.day) {
      if (row.closedAt === null) throw new Error(`the day ${row.day} of ${name} goes on after ${newest.day} has begun`)
      return
    }
    this.days[row.day === newest?.day ? 'gone on' : 'begun']++
    const isBeyond = row.kind === 'WITHDRAW' && row.sum > this.#withdrawDayMax && row.sum > (newest?.sum ?? 0n)
    // What the house pays to who is shut out, and what staff decide of a sale that was over, is bound by no limit of its member's.
    const isOwn = command?.kind === 'applyWithdrawal' || command?.kind === 'p2pOpen'
    if (isBeyond && isOwn) throw new Error(`${row.sum} left of ${row.memberId} on ${row.day}`)
    this.#undo.set(this.#days, name, row)
  }

  override committed(): void {
    super.committed()
    this.#undo.committed()
  }

  override crashed(): void {
    super.crashed()
    this.#undo.crashed()
    this.#clock.restart()
  }
}

/** The wall clock as a core takes it: it stands while the machine's lies behind, until the next start. */
class SetBackClock {
  backMs = 0
  #newest = Number.NEGATIVE_INFINITY

  at(at: number): number {
    this.#newest = Math.max(this.#newest, wallOf(at) - this.backMs)
    return this.#newest
  }

  restart(): void {
    this.#newest = Number.NEGATIVE_INFINITY
  }
}
