import { type Command, type Effects, type Reply, type Rows, replyKeyOf, replyName, tableNames } from '../src/index.ts'
import { equal } from './checks.ts'

/** What members of a trading book were answered: a refusal changes nothing, and a repeated key gets the same reply. */
export class Replies {
  readonly refusals = new Map<string, number>()
  readonly #replies = new Map<string, Reply>()
  #repliesNow: string[] = []
  /** A table whose rows come with time, whatever the command. */
  readonly #timed: keyof Rows

  constructor(timed: keyof Rows) {
    this.#timed = timed
  }

  /** Sees the reply of a command; false where it repeats an earlier one. */
  observe(command: Command, effects: Effects): boolean {
    const { reply, rows } = effects
    if (!reply) throw new Error(`${command.kind} was not answered`)
    if (reply.status >= 400) {
      const { code } = reply.body as { code: string }
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      if (rows[this.#timed].length === 0) changedNothing(command, code, withoutRecount(command, rows))
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

  committed(): void {
    this.#repliesNow = []
  }

  crashed(): void {
    for (const name of this.#repliesNow) this.#replies.delete(name)
    this.#repliesNow = []
  }
}

/**
 * After a change of fees, margins or rates a member is counted anew before he acts, also where he is refused. The book's auditor compares
 * his wallet with what his orders and positions claim, and a refusal has no rows of these: so no other change of the wallet gets through.
 */
function withoutRecount(command: Command, rows: Rows): Rows {
  const isOwn = rows.wallets.every(({ memberId }) => 'memberId' in command && memberId === command.memberId)
  return isOwn ? { ...rows, wallets: [] } : rows
}

/** Throws where a refusal changed more than what is remembered of it. */
export function changedNothing(command: Command, code: string, rows: Rows): void {
  const changed = tableNames.filter((table) => table !== 'replies' && table !== 'staffActs' && rows[table].length > 0)
  for (const act of rows.staffActs)
    if (act.refusal !== code || act.changes.length > 0)
      throw new Error(`the act of a refused ${command.kind} is of a done one`)
  if (changed.length > 0) throw new Error(`${command.kind} was refused with ${code} and changed ${changed}`)
}
