import { type Command, type Effects, replyKeyOf, replyName } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'
import type { Expected } from '../expected.ts'
import { currencies } from '../holdings.ts'
import { Answered } from './answered.ts'
import { inWon, type Known, ofGift, ofOwn } from './refusals.ts'

type Transfer = Extract<Command, { kind: 'transferOwn' | 'transferToMember' }>

/** Judges transfers by rules D: what one wallet loses another one gets, and between members only what may leave. */
export class Transfers {
  readonly #known: Known
  readonly #answered: Answered
  readonly counts = { transfers: 0, gifts: 0 }

  constructor(undo: UndoLog, known: Known) {
    this.#known = known
    this.#answered = new Answered(undo)
  }

  command(command: Transfer, { reply, rows }: Effects, expected: Expected, at: number, wall: number): void {
    if (reply === null) throw new Error(`${command.kind} was not answered`)
    if (this.#answered.isRepeat(command, reply)) return
    const isOwn = command.kind === 'transferOwn'
    const due = isOwn ? ofOwn(this.#known, command) : ofGift(this.#known, command, { at, wall })
    equal((reply.body as { code?: string }).code ?? null, due, `the answer to ${command.kind} of ${command.memberId}`)
    this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    if (due !== null) return
    const { siteId, memberId, point } = command
    const [from, to] = isOwn ? [command.from, command.to] : [command.walletType, command.walletType]
    const receiver = isOwn ? memberId : command.receiverId
    const currency = currencies[from]!
    const [out, into] = ['TO', 'TI'].map((type) => rows.dnw.find((row) => row.type === type))
    if (!out || !into) throw new Error(`a transfer of ${memberId} left no rows`)
    const { holdings, bars, mids } = this.#known
    const won = isOwn ? 0n : inWon(mids, currency, point, at)
    const told = [out.pairId, out.memberId, out.walletType, out.point, out.won, into.pairId, into.memberId]
    const meant = [into.id, memberId, from, point, won, out.id, receiver]
    equal(told.join(' '), meant.join(' '), `the rows of a transfer of ${memberId}`)
    equal(`${into.walletType} ${into.point}`, `${to} ${point}`, `what a transfer of ${memberId} brought`)
    const leg = { siteId, account: 'MEMBER', sub: '', currency } as const
    expected.add(
      out.id,
      { ...leg, memberId, walletType: from, amount: -point },
      { ...leg, memberId: receiver, walletType: to, amount: point },
    )
    this.counts[isOwn ? 'transfers' : 'gifts']++
    if (!isOwn && bars.isUntraded(memberId)) bars.untraded(receiver)
    // What is given away was not locked.
    if (isOwn) {
      const free = holdings.free(memberId, from)! - point
      bars.carry({ memberId, from, to, left: point, arrived: point, free }, wall)
    }
  }
}
