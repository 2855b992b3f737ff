import { byStaff, bySystem, type Command } from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import type { SimMember } from '../../world.ts'

const dayMs = 86_400_000
/** A Monday, 00:00 in Korea. */
const monday = Date.UTC(2026, 0, 4, 15)

type Payable = Extract<Command, { kind: 'closeCommissions' }>['payables'][number]

/** Closes weeks of partners and decides what they owe, now and then what nobody may. */
export class CommissionStaff {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]
  #sent: Command | null = null

  constructor(random: Random, house: House, members: readonly SimMember[]) {
    this.#random = random
    this.#house = house
    this.#members = members
  }

  /** The house began anew from a backup: nobody repeats what the lost one was told. */
  restored(): void {
    this.#sent = null
  }

  act(): void {
    const dice = this.#random.int(0, 99)
    if (dice < 30) this.#close()
    else if (dice < 90) this.#decide()
    else if (this.#sent) this.#house.command(this.#sent)
  }

  #close(): void {
    const random = this.#random
    const { siteId } = random.pick(this.#members)
    const owners = this.#members.filter((member) => member.siteId === siteId || random.chance(1))
    const payables = Array.from(
      { length: random.int(0, 3) },
      (): Payable => ({
        partnerId: random.int(201, 208),
        memberId: random.pick(owners).memberId,
        amount: BigInt(random.chance(97) ? random.int(1, 400_000) : 0),
        isHeld: random.chance(20),
      }),
    )
    const digest = random.pick(['d1', 'd2'])
    this.#send({
      kind: 'closeCommissions',
      ...bySystem(siteId),
      week: this.#week(),
      digest,
      lines: payables.length,
      payables,
    })
  }

  #decide(): void {
    const random = this.#random
    const open = [...this.#house.store.commissionPayables.values()].filter(({ decidedAt }) => decidedAt === null)
    const one = open.length > 0 && random.chance(95) ? random.pick(open) : null
    const [siteId, week, partnerId] = one ? [one.siteId, one.week, one.partnerId] : [1, this.#week(), 201]
    const approval = random.chance(92) ? { approval: { id: 1, staffId: 904 } } : {}
    const key = { key: random.hex(16), route: 'POST /api/console/commission', bodyHash: random.hex(8) }
    const by = { ...byStaff(siteId, 901, 'as closed', approval), key, week }
    const kind = random.pick(['pay', 'pay', 'hold', 'reject'] as const)
    if (kind === 'hold')
      this.#send({
        kind: 'holdCommission',
        ...by,
        partnerId,
        isHeld: random.chance(40),
        version: random.chance(90) ? (one?.version ?? 1) : 0,
      })
    else if (kind === 'reject') this.#send({ kind: 'rejectCommission', ...by, partnerId })
    else {
      const others = open.filter((other) => other.siteId === siteId && other.week === week && random.chance(50))
      const partnerIds = [partnerId, ...others.map((other) => other.partnerId)]
      this.#send({
        kind: 'payCommissions',
        ...by,
        partnerIds: random.chance(90) ? [...new Set(partnerIds)] : random.chance(80) ? partnerIds : [],
      })
    }
  }

  /** A week that is over, mostly. */
  #week(): number {
    const random = this.#random
    const weeks = Math.floor((this.#house.now - monday) / (7 * dayMs)) - random.int(0, 12)
    return monday + weeks * 7 * dayMs + (random.chance(98) ? 0 : dayMs)
  }

  #send(command: Command): void {
    this.#sent = command
    this.#house.command(command)
  }
}
