import type { Command, Effects } from '../../../src/index.ts'
import { replyKeyOf, replyName } from '../../../src/index.ts'
import { equal } from '../../checks.ts'
import type { UndoLog } from '../../undo.ts'
import type { Bars } from '../bars.ts'
import { Answered } from '../exchange/answered.ts'
import type { Holdings } from '../holdings.ts'

type PayRest = Extract<Command, { kind: 'payRest' }>

/** Judges what is paid to members who are shut out (rules D): all that is free, by two persons, without a fee; holds, locks and a freeze stand. */
export class Rests {
  readonly #holdings: Holdings
  readonly #bars: Bars
  readonly #answered: Answered
  readonly counts = { rests: 0, 'rest refusals': 0 }

  constructor(undo: UndoLog, holdings: Holdings, bars: Bars) {
    this.#holdings = holdings
    this.#bars = bars
    this.#answered = new Answered(undo)
  }

  /** Sees the command before its rows are taken over. `isPending`: money of the member is on its way out. */
  observe(command: PayRest, { reply, rows }: Effects, isPending: boolean, wall: number): void {
    if (this.#answered.isRepeat(command, reply)) return
    if (reply) this.#answered.keep(replyName(replyKeyOf(command)!), reply)
    const { memberId, walletType } = command
    const what = `the rest of ${walletType} of ${memberId}`
    const free = this.#holdings.free(memberId, walletType)
    const point = (free ?? 0n) - this.#bars.locked(memberId, walletType, wall)
    const due = this.#refusal(command, { free, point, isPending, wall })
    const code = (reply?.body as { code?: string } | undefined)?.code ?? null
    // What it is worth in won is not known at all times.
    const isUnpriced = due === null && walletType !== 'BINARY' && code === 'TRY_AGAIN_LATER'
    if (!isUnpriced) equal(code, due, `the answer to ${what}`)
    if (code !== null) {
      this.counts['rest refusals']++
      return
    }
    this.counts.rests++
    const row = rows.dnw.find((one) => one.type === 'W' && one.memberId === memberId)
    const told = [row?.walletType, row?.point, row?.fee, row?.status, row?.flags.length]
    equal(told.join(' '), [walletType, point, 0n, 'APPROVED', 0].join(' '), what)
    const payout = rows.payouts.find(({ dnwId }) => dnwId === row?.id)
    equal(payout?.amount, point, `the payout of ${what}`)
  }

  #refusal({ memberId, approval }: PayRest, { free, point, isPending, wall }: Known): string | null {
    if (!approval) return 'PERMISSION_DENIED'
    if (!this.#holdings.isDenied(memberId)) return 'STALE_VERSION'
    if (free === null) return 'WALLET_NOT_FOUND'
    if (isPending) return 'REQUEST_ALREADY_PENDING'
    if (this.#bars.isFrozen(memberId)) return 'WITHDRAW_FROZEN'
    if (this.#bars.isHeld(memberId, wall)) return 'WITHDRAW_HOLD'
    if (point > 0n) return null
    return free > 0n ? 'WITHDRAW_HOLD' : 'WITHDRAW_EXCEEDS_BALANCE'
  }
}

interface Known {
  readonly free: bigint | null
  readonly point: bigint
  readonly isPending: boolean
  readonly wall: number
}
