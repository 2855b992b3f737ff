import {
  type Command,
  type Effects,
  type OrderRow,
  type Reply,
  type Rows,
  replyKeyOf,
  replyName,
  tableNames,
} from '../src/index.ts'
import { equal } from './checks.ts'

/** What members of a trading book were answered: a refusal changes nothing, and a repeated key gets the same reply. */
export class Replies {
  readonly refusals = new Map<string, number>()
  readonly #replies = new Map<string, Reply>()
  #repliesNow: string[] = []
  /** How often what orders hold back was configured anew, by site, and as of which time a member was counted when he last acted. */
  readonly #configured = new Map<number, number>()
  readonly #counted = new Map<number, number>()
  /** A table whose rows come with time, whatever the command. */
  readonly #timed: keyof Rows

  constructor(timed: keyof Rows) {
    this.#timed = timed
  }

  /** Sees every change of what open orders hold back. */
  configured(rows: Rows): void {
    for (const { siteId } of rows.futuresOptions) this.#configured.set(siteId, this.#configuredOf(siteId) + 1)
  }

  /** Sees the reply of a command; false where it repeats an earlier one. */
  observe(command: Command, effects: Effects): boolean {
    const { reply, rows } = effects
    if (!reply) throw new Error(`${command.kind} was not answered`)
    const isRecounted = this.#takeRecount(command)
    if (reply.status >= 400) {
      const { code } = reply.body as { code: string }
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      // What a member is owed as a copier, he has before anything that he asks for is judged.
      const isCaughtUp = rows.copyFollows.length + rows.copyPairs.length > 0
      if (rows[this.#timed].length === 0 && !isCaughtUp)
        changedNothing(command, code, withoutRecount(command, rows, isRecounted))
    }
    const key = command.key && replyKeyOf(command)
    if (!key) return true
    const name = replyName(key)
    const known = this.#replies.get(name)
    if (known) {
      equal(JSON.stringify(reply), JSON.stringify(known), `the reply of the repeated key ${name}`)
      if (rows.orders.length > 0) throw new Error(`the repeated key ${name} made an order`)
      return false
    }
    if (rows.replies.length > 0) this.#replies.set(name, reply)
    this.#repliesNow.push(name)
    return true
  }

  /** Whether a member acts for the first time since something was configured. */
  #takeRecount(command: Command): boolean {
    if (!('memberId' in command) || command.siteId === null) return false
    const memberId = command.memberId as number
    const now = this.#configuredOf(command.siteId)
    const isDue = (this.#counted.get(memberId) ?? 0) !== now
    this.#counted.set(memberId, now)
    return isDue
  }

  #configuredOf(siteId: number): number {
    return this.#configured.get(siteId) ?? 0
  }

  committed(): void {
    this.#repliesNow = []
  }

  crashed(): void {
    for (const name of this.#repliesNow) this.#replies.delete(name)
    this.#repliesNow = []
    // What was counted and not durable is counted again.
    this.#counted.clear()
  }
}

/**
 * After a change of fees, margins or rates a member is counted anew before he acts, also where he is refused. The book's auditor compares
 * his wallet with what his orders and positions claim. Of his orders only those have ended, or are out of play, that were no longer paid
 * for, and that the first time alone: so no other change gets through.
 */
function withoutRecount(command: Command, rows: Rows, isRecounted: boolean): Rows {
  const isOwn = ({ memberId }: { readonly memberId: number }) => 'memberId' in command && memberId === command.memberId
  if (!rows.wallets.every(isOwn)) return rows
  const isUnpaid = (row: OrderRow) => isOwn(row) && (row.reason === 'BALANCE_INSUFFICIENT' || row.isUncovered)
  return { ...rows, wallets: [], orders: rows.orders.filter((row) => !isRecounted || !isUnpaid(row)) }
}

/** Throws where a refusal changed more than what is remembered of it. */
export function changedNothing(command: Command, code: string, rows: Rows): void {
  const changed = tableNames.filter((table) => table !== 'replies' && table !== 'staffActs' && rows[table].length > 0)
  for (const act of rows.staffActs)
    if (act.refusal !== code || act.changes.length > 0)
      throw new Error(`the act of a refused ${command.kind} is of a done one`)
  if (changed.length > 0) throw new Error(`${command.kind} was refused with ${code} and changed ${changed}`)
}
