import { byStaff, bySystem, type Command } from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import type { SimMember } from '../../world.ts'

type Trait = Extract<Command, { kind: 'noteTrait' }>['trait']

const kinds: readonly Trait[] = ['DEVICE', 'BANK', 'ADDRESS', 'IP', 'IP', 'IDENTITY']
/** A few devices, accounts and addresses that members share now and then. */
const hashOf = (nth: number): string => String(nth).repeat(32)

/** What members are known by, and what staff declare of it. */
export class TraitMembers {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]

  constructor(random: Random, house: House, members: readonly SimMember[]) {
    this.#random = random
    this.#house = house
    this.#members = members
  }

  act(): void {
    const random = this.#random
    const { siteId, memberId } = random.pick(this.#members)
    const trait = random.pick(kinds)
    const hash = hashOf(random.int(1, 5))
    if (random.chance(75)) this.#house.command({ kind: 'noteTrait', ...bySystem(siteId), memberId, trait, hash })
    else this.#declare(siteId, memberId, trait, hash)
  }

  #declare(siteId: number, memberId: number, trait: Trait, hash: string): void {
    const random = this.#random
    const approval = random.chance(90) ? { approval: { id: 1, staffId: 904 } } : {}
    const key = { key: random.hex(16), route: 'POST /api/console', bodyHash: random.hex(8) }
    const by = { ...byStaff(siteId, 901, 'they were seen', approval), key }
    const edits = [...this.#house.store.riskGroupEdits.values()].filter(({ undoneAt }) => undoneAt === null)
    if (edits.length > 0 && random.chance(40))
      this.#house.command({ kind: 'undoGroupEdit', ...by, editId: random.pick(edits).id })
    else if (random.chance(50)) this.#house.command({ kind: 'exemptTrait', ...by, memberId, trait, hash })
    else {
      const otherId = random.pick(this.#members).memberId
      this.#house.command({ kind: 'linkMembers', ...by, memberId, otherId, as: random.pick(['SPLIT', 'JOIN']) })
    }
  }
}
