import type { Command, DnwRow, Effects } from '../../../src/index.ts'
import { replyKeyOf, replyName } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'
import { Answered } from '../exchange/answered.ts'
import type { Holdings } from '../holdings.ts'

const closed: ReadonlySet<string> = new Set(['COMPLETED', 'REJECTED', 'CANCELED'])

type Leave = Extract<Command, { kind: 'leave' }>

/** What is known of the member before the command: whether a purchase or a commission of his is open, and what he asked for. */
interface Open {
  readonly hasOrder: boolean
  readonly requests: Iterable<DnwRow>
}

/** Judges who may leave (rules G): nobody with something open, and with money only where it is worth nothing. */
export class Leaves {
  readonly #holdings: Holdings
  readonly #answered: Answered
  readonly counts = { left: 0, 'leaves refused': 0 }

  constructor(undo: UndoLog, holdings: Holdings) {
    this.#holdings = holdings
    this.#answered = new Answered(undo)
  }

  observe(command: Leave, { reply, rows }: Effects, { hasOrder, requests }: Open): void {
    if (this.#answered.isRepeat(command, reply)) return
    if (reply) this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    const { actor, mayHold } = command
    const code = (reply?.body as { code?: string } | undefined)?.code ?? null
    const hasRequest = [...requests].some(({ memberId, status }) => memberId === actor.id && !closed.has(status))
    const changed = rows.members.find(({ memberId }) => memberId === actor.id)
    let due: string | null = null
    // Who he is, is followed already: a row of this command says that he was in until now.
    if (this.#holdings.isDenied(actor.id) && !changed) due = 'ACCOUNT_DENIED'
    else if (hasOrder || hasRequest) due = 'MEMBER_HAS_OPEN'
    else if (!mayHold && this.#holdings.hasMoney(actor.id)) due = 'MEMBER_HAS_MONEY'
    equal(code, due, `the answer to ${actor.id}, who wants to leave`)
    equal(changed?.status ?? null, due === null ? 'DENY' : null, `the status of ${actor.id}, who wants to leave`)
    this.counts[due === null ? 'left' : 'leaves refused']++
  }
}
