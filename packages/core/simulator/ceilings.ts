import { byStaff, type Command, type Rows } from '../src/index.ts'
import type { House } from './house.ts'
import { Random } from './random.ts'
import type { UndoLog } from './undo.ts'
import { OPERATOR, type SimMember } from './world.ts'

/** Staff who say what one member may stake in a round at most. They have chances of their own. */
export class CeilingOperators {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]

  constructor(seed: number, house: House, members: readonly SimMember[]) {
    this.#random = new Random(seed ^ 0x6c8e9cf5)
    this.#house = house
    this.#members = members
  }

  step(): void {
    const random = this.#random
    if (random.int(0, 999) >= 6) return
    const { siteId, memberId } = random.pick(this.#members)
    const key = { key: random.uuid(), route: 'POST /api/console/member/:id/ceiling', bodyHash: random.hex(32) }
    const set = [...this.#house.store.ceilings.values()].find((row) => row.memberId === memberId)?.amount ?? null
    this.#house.command({
      kind: 'setCeiling',
      ...byStaff(siteId, OPERATOR, 'as planned', { key }),
      memberId,
      ceiling: 'STAKE',
      currency: 'KRW',
      amount: random.chance(20) ? null : BigInt(random.int(1, random.chance(5) ? 1_000_000 : 200)) * 1_000n,
      before: random.chance(90) ? set : 1n,
      deposits: [],
    })
  }
}

/** What staff allow members at most: nothing but a request of theirs changes it, and it never stands above the site. */
export class Ceilings {
  readonly #undo: UndoLog
  readonly #amounts = new Map<number, bigint | null>()

  constructor(undo: UndoLog) {
    this.#undo = undo
  }

  observe(rows: Rows['ceilings'], command: Command | null, most: bigint): void {
    for (const { memberId, amount } of rows) {
      if (command?.kind !== 'setCeiling' || command.memberId !== memberId || command.amount !== amount)
        throw new Error(`the ceiling of member ${memberId} became ${amount} without having been asked for`)
      if (amount !== null && amount > most)
        throw new Error(`the ceiling of member ${memberId} is above his site: ${amount}`)
      this.#undo.set(this.#amounts, memberId, amount)
    }
  }

  /** Whether stakes of one round come to more than a member's ceiling. */
  isAbove(memberId: number, stakes: bigint): boolean {
    const amount = this.#amounts.get(memberId) ?? null
    return amount !== null && stakes > amount
  }
}
