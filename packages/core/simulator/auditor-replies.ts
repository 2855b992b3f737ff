import type { Command, Effects, Reply } from '../src/index.ts'
import { equal } from './checks.ts'
import type { Expectation } from './record.ts'
import { changedNothing } from './replies.ts'
import type { UndoLog } from './undo.ts'

/** What members were answered to their bets: as the rules ask, a repeated key with the same, and a key that was given up with nothing. */
export class BetReplies {
  readonly refusals = new Map<string, number>()
  readonly counts = { accepted: 0, refused: 0 }
  readonly #replies = new Map<string, Reply>()
  readonly #abandoned = new Map<string, true>()
  readonly #undo: UndoLog

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  observe(command: Command, effects: Effects, expected: Expectation | null): void {
    const { reply } = effects
    if (!reply) throw new Error(`${command.kind} was not answered`)
    const { code = '' } = reply.body as { code?: string }
    if (reply.status >= 400) {
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
      changedNothing(command, code, effects.rows)
    }
    if (command.kind === 'abandonKey') this.#abandon(`${command.siteId}:${command.memberId}:${command.abandoned}`)
    if (command.kind !== 'placeBet' || !expected) return
    const name = `${command.siteId}:${command.memberId}:${command.key.key}`
    if (this.#abandoned.has(name)) {
      equal(code, 'COMMAND_UNKNOWN', `the reply of the abandoned key ${name}`)
      return
    }
    const known = this.#replies.get(name)
    if (known) {
      if (code !== 'IDEMPOTENCY_KEY_REUSED')
        equal(JSON.stringify(reply.body), JSON.stringify(known.body), `the reply of the repeated key ${name}`)
      if (effects.rows.bets.length > 0) throw new Error(`the repeated key ${name} made a bet`)
      return
    }
    this.#judge(reply, code, expected)
    if (reply.status < 500 && reply.status !== 429) this.#undo.set(this.#replies, name, reply)
  }

  #judge(reply: Reply, code: string, { reasons, doubtful }: Expectation): void {
    if (reply.status === 200) {
      const must = reasons.filter((reason) => !doubtful.has(reason))
      if (must.length > 0) throw new Error(`a bet was accepted that ${must} forbids`)
      this.counts.accepted++
    } else {
      if (!reasons.includes(code) && !doubtful.has(code))
        throw new Error(`a bet was refused with ${code}, expected ${reasons.join(', ') || 'none'}`)
      this.counts.refused++
    }
  }

  /** A key that was never used and is given up: nothing may ever come of it. */
  #abandon(name: string): void {
    if (!this.#replies.has(name) && !this.#abandoned.has(name)) this.#undo.set(this.#abandoned, name, true)
  }
}
