import { type Command, type Reply, replyKeyOf, replyName } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'

/** Answers that a repeat under the same key gets again. */
export class Answered {
  readonly #undo: UndoLog
  readonly #answers = new Map<string, string>()

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  keep(name: string, reply: Reply): void {
    if (reply.status < 500) this.#undo.set(this.#answers, name, JSON.stringify(reply))
  }

  /** Whether a command repeats one that was answered, whose answer this has to be. */
  isRepeat(command: Command, reply: Reply | null): boolean {
    const name = replyName(replyKeyOf(command)!)
    const answered = this.#answers.get(name)
    if (answered !== undefined) equal(JSON.stringify(reply), answered, `the reply of the repeated key ${name}`)
    return answered !== undefined
  }
}
