import { byMember, byStaff, bySystem, type Command } from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import type { SimMember } from '../../world.ts'
import { placeOf } from '../exits.ts'

/** Members who are shut out, let in again, and paid what they have meanwhile. */
export class ShutOut {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]
  #sent: Command | null = null

  /** Nobody repeats what a lost house was told. */
  restored(): void {
    this.#sent = null
  }

  constructor(random: Random, house: House, members: readonly SimMember[]) {
    this.#random = random
    this.#house = house
    this.#members = members
  }

  act(): void {
    const random = this.#random
    const isDenied = ({ siteId, memberId }: SimMember) =>
      this.#house.store.members.get(`${siteId}:${memberId}`)?.status === 'DENY'
    const denied = this.#members.filter(isDenied)
    if (this.#sent && random.chance(8)) this.#house.command(this.#sent)
    else if (denied.length === 0 || random.chance(8)) this.#set(random.pick(this.#members), 'DENY')
    else if (random.chance(20)) this.#set(random.pick(denied), 'ACTIVE')
    else if (random.chance(12)) this.#leave(random.pick(this.#members))
    else this.#pay(random.pick(random.chance(92) ? denied : this.#members))
  }

  #set({ siteId, memberId }: SimMember, status: 'ACTIVE' | 'DENY'): void {
    this.#house.command({ kind: 'setMemberStatus', ...bySystem(siteId), memberId, status })
  }

  /** Who leaves is let in again by the house at times, so that the others do not become ever fewer. */
  #leave(member: SimMember): void {
    const key = { key: this.#random.hex(16), route: 'POST /api/user/leave', bodyHash: this.#random.hex(8) }
    const command: Command = { kind: 'leave', ...byMember(member, key), mayHold: this.#random.chance(70) }
    this.#sent = command
    this.#house.command(command)
  }

  #pay({ siteId, memberId }: SimMember): void {
    const random = this.#random
    const approval = random.chance(94) ? { approval: { id: 1, staffId: 904 } } : {}
    const walletType = random.pick(['BINARY', 'BINARY', 'FUTURES', 'BTC'] as const)
    const command: Command = {
      kind: 'payRest',
      ...byStaff(siteId, 901, 'he is shut out', approval),
      key: { key: random.hex(16), route: 'POST /api/console/rest', bodyHash: random.hex(8) },
      memberId,
      walletType,
      accountId: 1,
      account: '신한은행 ****4821',
      payee: `member ${memberId}`,
      houseSub: placeOf[walletType],
      payoutKey: random.hex(16),
    }
    this.#sent = command
    this.#house.command(command)
  }
}
