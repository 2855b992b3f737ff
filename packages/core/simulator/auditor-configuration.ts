import type { Command, Effects, RoundOption } from '../src/index.ts'
import { equal } from './checks.ts'
import type { UndoLog } from './undo.ts'

type Asked = Extract<Command, { kind: 'configure' }>

/** Changes of round options that were taken and wait: from their time on the auditor judges by them, whatever the core tells. */
export class Configuration {
  readonly #undo: UndoLog
  readonly #options: Map<number, RoundOption>
  readonly #waiting = new Map<number, Asked>()

  constructor(undo: UndoLog, options: Map<number, RoundOption>) {
    this.#undo = undo
    this.#options = options
  }

  /** Before anything else of a call: what is due by now holds, and the core must tell each option that it changes. */
  enter({ rows }: Effects, at: number): void {
    const due = [...this.#waiting].filter(([, { effectiveFrom }]) => effectiveFrom! <= at)
    for (const [id, asked] of due.sort(([a, one], [b, other]) => one.effectiveFrom! - other.effectiveFrom! || a - b)) {
      const option = this.#options.get(asked.optionId!)!
      this.#undo.set(this.#options, option.id, { ...option, ...asked.changes })
      const before = this.#waiting.get(id)!
      this.#waiting.delete(id)
      this.#undo.push(() => this.#waiting.set(id, before))
      if (!rows.options.some((row) => row.id === option.id)) throw new Error(`change ${id} was due and is not told`)
      equal(rows.configChanges.find((row) => row.id === id)?.state, 'APPLIED', `state of the due change ${id}`)
    }
  }

  /** A change that was taken waits, or holds at once. */
  observe(command: Command | null, { reply, rows }: Effects): void {
    if (command?.kind !== 'configure' || command.scope !== 'round') return
    equal(reply?.status, 200, `reply to the change of option ${command.optionId}`)
    const { id } = reply!.body as { readonly id: number }
    if (rows.configChanges.find((row) => row.id === id)?.state === 'WAITING') this.#undo.set(this.#waiting, id, command)
    else
      for (const [key, value] of Object.entries(command.changes))
        equal(this.#options.get(command.optionId!)![key as keyof RoundOption], value, `${key} of a changed option`)
  }
}
