import { byMember, bySystem, type Command, type Refusal } from '../src/index.ts'
import type { House } from './house.ts'
import { Random } from './random.ts'

const FIRST_STAFF = 9_500_000

/** A member of staff of each site, who tries what members do: the core refuses whatever he asks, after a crash too. They have chances of their own. */
export class StaffMembers {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly { readonly siteId: number; readonly memberId: number }[]

  constructor(seed: number, house: House, sites: readonly { readonly siteId: number }[]) {
    this.#random = new Random(seed ^ 0x1b873593)
    this.#house = house
    this.#members = sites.map(({ siteId }) => ({ siteId, memberId: FIRST_STAFF + siteId }))
    for (const { siteId, memberId } of this.#members)
      house.command({ kind: 'openMember', ...bySystem(siteId), memberId, grants: [], isStaff: true })
    house.commit()
  }

  step(): void {
    const random = this.#random
    if (random.int(0, 999) >= 2) return
    const key = { key: random.uuid(), route: 'POST /api/order', bodyHash: random.hex(32) }
    const by = byMember(random.pick(this.#members), key)
    const { body } = this.#house.command(
      random.pick<Command>([
        { kind: 'cancelOrders', ...by, book: random.pick(['futures', 'oversea'] as const), optionId: null },
        { kind: 'coolOff', ...by, until: this.#house.now + 86_400_000 },
        {
          kind: 'applyDeposit',
          ...by,
          ...{ walletType: 'BINARY', point: 50_000n, depositor: 'staff', houseSub: 'KB-1', flags: [] },
        },
        { kind: 'placeBet', ...by, tradeRoundId: random.int(1, 1_000), side: 'B', point: 5_000n, salt: random.hex(16) },
      ]),
    )
    if ((body as Partial<Refusal>).code !== 'STAFF_NO_TRADING')
      throw new Error(`a member of staff was answered ${JSON.stringify(body)}`)
  }
}
