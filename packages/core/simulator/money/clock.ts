import type { Command, Effects, Reply } from '../../src/index.ts'
import { Acknowledged } from '../acknowledged.ts'
import type { Watcher } from '../house.ts'
import type { Store } from '../store.ts'
import { HouseAccounts } from '../together/house-accounts.ts'
import { UndoLog } from '../undo.ts'
import { floatsOf } from './p2p/world.ts'

type Day = Effects['rows']['moneyDays'][number]

/** Judges money by what holds whatever the wall clock shows: the ledger balances, nobody has less than nothing, and no day begins twice. */
export class ClockWatcher implements Watcher {
  readonly #undo = new UndoLog()
  readonly #house = new HouseAccounts(this.#undo, [1, 15].flatMap(floatsOf))
  readonly #acknowledged = new Acknowledged()
  readonly #withdrawDayMax: bigint
  /** The newest day of each member and kind. */
  readonly #days = new Map<string, Day>()
  readonly counts = { days: 0, 'days gone on': 0, crashes: 0 }

  constructor(withdrawDayMax: bigint) {
    this.#withdrawDayMax = withdrawDayMax
  }

  observe(command: Command | null, { rows }: Effects): void {
    this.#house.follow(rows)
    for (const { memberId, type, posted } of rows.wallets)
      if (posted < 0n) throw new Error(`wallet ${type} of ${memberId} has ${posted}`)
    for (const row of rows.moneyDays) this.#day(row, command)
  }

  /** A day that a newer one followed takes nothing more, and what one has used up stays used. */
  #day(row: Day, command: Command | null): void {
    const name = `${row.memberId}:${row.kind}`
    const newest = this.#days.get(name)
    if (newest !== undefined && row.day < newest.day) {
      if (row.closedAt === null) throw new Error(`the day ${row.day} of ${name} goes on after ${newest.day} has begun`)
      return
    }
    this.counts[row.day === newest?.day ? 'days gone on' : 'days']++
    const isBeyond = row.kind === 'WITHDRAW' && row.sum > this.#withdrawDayMax && row.sum > (newest?.sum ?? 0n)
    // What the house pays to who is shut out, and what staff decide of a sale that was over, is bound by no limit of its member's.
    const isOwn = command?.kind === 'applyWithdrawal' || command?.kind === 'p2pOpen'
    if (isBeyond && isOwn) throw new Error(`${row.sum} left of ${row.memberId} on ${row.day}`)
    this.#undo.set(this.#days, name, row)
  }

  committed(): void {
    this.#undo.committed()
  }
  crashed(): void {
    this.counts.crashes++
    this.#undo.crashed()
  }
  acknowledge(name: string, reply: Reply): void {
    this.#acknowledged.add(name, reply)
  }
  auditStore(store: Store): void {
    this.#acknowledged.audit(store)
    this.#house.audit(store)
  }
  born(): void {}
  settled(): void {}
  tick(): void {}
  signal(): void {}
  venueUpdate(): void {}
}
