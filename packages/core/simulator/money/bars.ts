import type { Command, DnwRow, MoneyConfig, Rows } from '../../src/index.ts'
import { min, up } from '../arithmetic.ts'
import { equal } from '../checks.ts'
import type { UndoLog } from '../undo.ts'
import { takesOut } from './exits.ts'

interface Lock {
  readonly name: string
  /** The deposit that it comes from. */
  readonly of: number
  readonly amount: bigint
  readonly until: number
}

/** Money that went from one wallet of a member to another. */
interface Carried {
  readonly memberId: number
  readonly from: string
  readonly to: string
  readonly left: bigint
  readonly arrived: bigint
  /** What of the first wallet is free after it. */
  readonly free: bigint
}

const dayMs = 86_400_000
const dayOf = (wall: number): number => Math.floor((wall + 32_400_000) / dayMs)
/** The rows of a day, of rows in their order: where the wall clock is set back the newest day goes on, and none begins again. */
export function ofDay<T extends { readonly createdAt: number }>(rows: Iterable<T>, wall: number): readonly T[] {
  let newest = Number.NEGATIVE_INFINITY
  let counted: T[] = []
  for (const row of rows) {
    const day = dayOf(row.createdAt)
    if (day > newest) counted = []
    newest = Math.max(newest, day)
    counted.push(row)
  }
  return dayOf(wall) > newest ? [] : counted
}

/** Coins are locked until the network is sure of them, which nobody knows the time of. */
const never = Number.POSITIVE_INFINITY

/** What keeps money in: locks on deposits, holds, freezes, and the limit of a day, by the auditor's own counting. */
export class Bars {
  readonly #undo: UndoLog
  readonly #config: MoneyConfig
  /** In the order in which they came to be. */
  readonly #locks = new Map<number, Lock>()
  #lockId = 0
  /** The core's own rows of locks that it has not closed, by wallet. */
  readonly #told = new Map<number, Rows['depositLocks'][number]>()
  /** Wallets whose locks were to change in the call that is looked at. */
  readonly #moved = new Set<string>()
  readonly #holds = new Map<number, number>()
  readonly #deposited = new Map<number, number>()
  readonly #untraded = new Map<number, true>()
  readonly #frozen = new Map<number, boolean>()

  constructor(undo: UndoLog, config: MoneyConfig) {
    this.#undo = undo
    this.#config = config
  }

  /** Takes over what a command says that was not refused. */
  command(command: Command, status: number, wall: number): void {
    if (status >= 300) return
    if (command.kind === 'holdExits') this.#hold(command.memberId, command.until ?? wall + this.#config.changeHoldMs)
    if (command.kind === 'freezeWithdrawals') this.#undo.set(this.#frozen, command.memberId, command.isFrozen)
  }

  /** What is over by now stays over, also where the wall clock is set back. */
  pass(wall: number): void {
    for (const [id, lock] of this.#locks)
      if (lock.until <= wall && lock.amount > 0n) this.#undo.set(this.#locks, id, { ...lock, amount: 0n })
    for (const [memberId, until] of this.#holds)
      if (until <= wall && until > 0) this.#undo.set(this.#holds, memberId, 0)
  }

  freeze(memberId: number): void {
    this.#undo.set(this.#frozen, memberId, true)
  }

  /** A deposit is there: it is locked, and after the first one everything is held. */
  deposited({ memberId, walletType, id, point }: DnwRow, wall: number, isCoin: boolean): void {
    this.#add({
      name: `${memberId}:${walletType}`,
      of: id,
      amount: point,
      until: isCoin ? never : wall + this.#config.holdMs,
    })
    this.untraded(memberId)
    if (this.#deposited.has(memberId)) return
    this.#undo.set(this.#deposited, memberId, wall)
    this.#hold(memberId, wall + this.#config.firstHoldMs)
  }

  /** Money that nobody has traded with came to a member. */
  untraded(memberId: number): void {
    this.#undo.set(this.#untraded, memberId, true)
  }

  /** The network is sure of coins, or has forgotten them. */
  coins({ state, dnwId, createdAt }: Rows['arrivals'][number], wall: number): void {
    if (state !== 'FINAL' && state !== 'REORGED') return
    const until = state === 'FINAL' ? createdAt + this.#config.holdMs : wall
    for (const [id, lock] of this.#locks)
      if (lock.of === dnwId && lock.until === never) this.#undo.set(this.#locks, id, { ...lock, until })
  }

  /** Locks follow money of their member: what is free goes first, and what of locked money goes is locked there. */
  carry({ memberId, from, to, left, arrived, free }: Carried, wall: number): void {
    const name = `${memberId}:${from}`
    let over = min(left, this.locked(memberId, from, wall) - (free > 0n ? free : 0n))
    const locks = [...this.#locks].filter(([, lock]) => lock.name === name && lock.until > wall)
    for (const [id, lock] of locks.sort(([, a], [, b]) => (a.until === b.until ? 0 : a.until - b.until))) {
      if (over <= 0n) return
      const part = min(over, lock.amount)
      over -= part
      this.#undo.set(this.#locks, id, { ...lock, amount: lock.amount - part })
      this.#moved.add(name)
      this.#add({ ...lock, name: `${memberId}:${to}`, amount: up(part * arrived, left) })
    }
  }

  /** What is locked of a wallet. */
  locked(memberId: number, walletType: string, wall: number): bigint {
    let sum = 0n
    for (const { name, amount, until } of this.#locks.values())
      if (name === `${memberId}:${walletType}` && until > wall) sum += amount
    return sum
  }

  /** The locks that the core says are those that have to be, in sum of each wallet. */
  check(rows: Rows['depositLocks'], wall: number): void {
    for (const row of rows) this.#undo.set(this.#told, row.id, row)
    for (const { memberId, walletType } of rows) this.#moved.add(`${memberId}:${walletType}`)
    for (const name of this.#moved) {
      let told = 0n
      for (const row of this.#told.values())
        if (`${row.memberId}:${row.walletType}` === name && row.closedAt === null && row.until > wall)
          told += row.amount
      const [memberId, walletType] = name.split(':') as [string, string]
      equal(told, this.locked(Number(memberId), walletType, wall), `what is locked of ${walletType} of ${memberId}`)
    }
    this.#moved.clear()
  }

  isHeld(memberId: number, wall: number): boolean {
    return (this.#holds.get(memberId) ?? 0) > wall
  }
  /** Whether what a member has came from outside, his own deposit or another's, and nobody has traded with it; in this history nobody trades. */
  isUntraded(memberId: number): boolean {
    return this.#untraded.has(memberId)
  }
  isFrozen(memberId: number): boolean {
    return this.#frozen.get(memberId) ?? false
  }

  /** Throws where a withdrawal was taken on that something bars. */
  leaves(row: DnwRow, rows: readonly DnwRow[], wall: number): void {
    const { memberId } = row
    if (this.isHeld(memberId, wall)) throw new Error(`a withdrawal of ${memberId} left while it was held`)
    if (this.isFrozen(memberId)) throw new Error(`a withdrawal of ${memberId} left while it was frozen`)
    const mine = rows.filter((one) => takesOut(one) && one.memberId === memberId)
    const sum = ofDay(mine, wall)
      .filter(({ status }) => status !== 'REJECTED' && status !== 'CANCELED')
      .reduce((total, { won }) => total + won, 0n)
    if (sum > this.#config.withdrawDayMax) throw new Error(`${sum} left of ${memberId} in a day`)
    if (row.point < this.#config.withdrawMin && row.currency === 'KRW')
      throw new Error(`${row.point} are too little to leave`)
  }

  #add(lock: Lock): void {
    this.#lockId += 1
    this.#moved.add(lock.name)
    this.#undo.set(this.#locks, this.#lockId, lock)
  }

  #hold(memberId: number, until: number): void {
    if (until > (this.#holds.get(memberId) ?? 0)) this.#undo.set(this.#holds, memberId, until)
  }
}
