import type { Command, DnwRow, MoneyConfig } from '../../src/index.ts'
import type { UndoLog } from '../undo.ts'

interface Lock {
  readonly name: string
  readonly amount: bigint
  readonly until: number
}

const dayMs = 86_400_000
const dayOf = (wall: number): number => Math.floor((wall + 32_400_000) / dayMs)

/** What keeps money in: locks on deposits, holds, freezes, and the limit of a day, by the auditor's own counting. */
export class Bars {
  readonly #undo: UndoLog
  readonly #config: MoneyConfig
  readonly #locks = new Map<string, Lock>()
  readonly #holds = new Map<number, number>()
  readonly #deposited = new Map<number, number>()
  readonly #frozen = new Map<number, boolean>()
  #wall = 0

  constructor(undo: UndoLog, config: MoneyConfig) {
    this.#undo = undo
    this.#config = config
  }

  pass(wall: number): void {
    this.#wall = wall
  }

  /** Takes over what a command says that was not refused. */
  command(command: Command, status: number, wall: number): void {
    if (status >= 300) return
    if (command.kind === 'holdExits') this.#hold(command.memberId, command.until ?? wall + this.#config.changeHoldMs)
    if (command.kind === 'freezeWithdrawals') this.#undo.set(this.#frozen, command.memberId, command.isFrozen)
  }

  freeze(memberId: number): void {
    this.#undo.set(this.#frozen, memberId, true)
  }

  /** A deposit is there: it is locked, and after the first one everything is held. Coins are locked until their blocks, which is judged apart. */
  deposited(row: DnwRow, wall: number): void {
    const { memberId, walletType, id, point } = row
    const until = wall + this.#config.holdMs
    if (row.houseAccount !== 'COIN_HOT')
      this.#undo.set(this.#locks, `${memberId}:${walletType}:${id}`, {
        name: `${memberId}:${walletType}`,
        amount: point,
        until,
      })
    if (this.#deposited.has(memberId)) return
    this.#undo.set(this.#deposited, memberId, wall)
    this.#hold(memberId, wall + this.#config.firstHoldMs)
  }

  /** What is locked of a wallet. */
  locked(memberId: number, walletType: string, wall: number): bigint {
    let sum = 0n
    for (const { name, amount, until } of this.#locks.values())
      if (name === `${memberId}:${walletType}` && until > wall) sum += amount
    return sum
  }

  /** Throws where a withdrawal was taken on that something bars. */
  leaves(row: DnwRow, rows: readonly DnwRow[], wall: number): void {
    const { memberId } = row
    if (this.#wall !== wall) throw new Error('the auditor of money has another time')
    if ((this.#holds.get(memberId) ?? 0) > wall) throw new Error(`a withdrawal of ${memberId} left while it was held`)
    if (this.#frozen.get(memberId)) throw new Error(`a withdrawal of ${memberId} left while it was frozen`)
    const today = rows.filter(
      ({ type, memberId: of, createdAt, status }) =>
        type === 'W' &&
        of === memberId &&
        dayOf(createdAt) === dayOf(wall) &&
        status !== 'REJECTED' &&
        status !== 'CANCELED',
    )
    const sum = today.reduce((total, { won }) => total + won, 0n)
    if (sum > this.#config.withdrawDayMax) throw new Error(`${sum} left of ${memberId} in a day`)
    if (row.point < this.#config.withdrawMin && row.currency === 'KRW')
      throw new Error(`${row.point} are too little to leave`)
  }

  #hold(memberId: number, until: number): void {
    if (until > (this.#holds.get(memberId) ?? 0)) this.#undo.set(this.#holds, memberId, until)
  }
}
