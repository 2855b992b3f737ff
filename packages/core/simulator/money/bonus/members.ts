import { byMember, byStaff, type Command, type NewCoupon } from '../../../src/index.ts'
import type { House } from '../../house.ts'
import type { Random } from '../../random.ts'
import { wallOf } from '../../uses.ts'
import type { SimMember } from '../../world.ts'
import { depositsOf } from '../deposits.ts'

/** Bonuses that staff give and take back, and coupons that many want at once. */
export class BonusMembers {
  readonly #random: Random
  readonly #house: House
  readonly #members: readonly SimMember[]
  readonly #codes: { readonly siteId: number; readonly code: string }[] = []
  #sent: Command | null = null

  constructor(random: Random, house: House, members: readonly SimMember[]) {
    this.#random = random
    this.#house = house
    this.#members = members
  }

  act(): void {
    const dice = this.#random.int(0, 99)
    if (dice < 22) this.#grant()
    else if (dice < 34) this.#deduct()
    else if (dice < 50) this.#create()
    else if (dice < 88) this.#use()
    else if (dice < 94) this.#revoke()
    else if (this.#sent) this.#house.command(this.#sent)
  }

  #grant(): void {
    const random = this.#random
    const { siteId, memberId } = random.pick(this.#members)
    const point = random.chance(95) ? BigInt(random.int(1, 90)) * 1_000n : 0n
    const multiple = random.pick([null, 1, 30, 0, 5_000])
    this.#send({ kind: 'grantBonus', ...this.#byTwo(siteId), memberId, point, multiple })
  }

  #deduct(): void {
    const random = this.#random
    const { siteId, memberId } = random.pick(this.#members)
    const point = BigInt(random.int(0, random.chance(50) ? 20 : 900)) * 1_000n
    this.#send({ kind: 'deductBonus', ...this.#byTwo(siteId), memberId, point })
  }

  #create(): void {
    const random = this.#random
    const { siteId } = random.pick(this.#members)
    const code = `CODE-${random.int(1, 9_999)}`
    const startsAt = wallOf(this.#house.now) + random.pick([-1_000, 0, 2_000])
    const coupon: NewCoupon = {
      code,
      title: 'welcome',
      walletType: random.chance(95) ? 'BINARY' : 'FUTURES',
      point: BigInt(random.int(1, 30)) * 1_000n,
      multiple: random.pick([null, 10, 0]),
      cap: random.chance(50) ? null : 9_000n,
      startsAt,
      endsAt: startsAt + random.pick([9_000, 900_000, 90_000_000]),
      maxUses: random.int(1, 4),
      isFirstDeposit: random.chance(25),
      audience: random.chance(20) ? [random.pick(this.#members).memberId] : [],
    }
    if (this.#send({ kind: 'createCoupon', ...this.#byTwo(siteId), coupon }).status === 200)
      this.#codes.push({ siteId, code })
  }

  /** Several at once, so that the last use is wanted by more than one. */
  #use(): void {
    const random = this.#random
    if (this.#codes.length === 0) return
    const { siteId, code } = random.pick(this.#codes.slice(-3))
    for (let more = random.int(1, 3); more > 0; more--) {
      const member = random.pick(this.#members.filter((one) => one.siteId === siteId))
      const deposits = depositsOf(this.#house.store.dnw, member.memberId).length
      const walletType = random.chance(96) ? 'BINARY' : 'USDT'
      this.#send({ kind: 'useCoupon', ...byMember(member, this.#key()), code, walletType, deposits })
    }
  }

  #revoke(): void {
    const coupons = [...this.#house.store.coupons.values()]
    if (coupons.length === 0) return
    const { siteId, id } = this.#random.pick(coupons)
    this.#send({ kind: 'revokeCoupon', ...byStaff(siteId, 901, 'over'), key: this.#key(), couponId: id })
  }

  #byTwo(siteId: number) {
    const approval = this.#random.chance(93) ? { approval: { id: 1, staffId: 904 } } : {}
    return { ...byStaff(siteId, 901, 'a campaign', approval), key: this.#key() }
  }

  #send(command: Command) {
    this.#sent = command
    return this.#house.command(command)
  }

  #key() {
    return { key: this.#random.hex(16), route: 'POST /api/coupon', bodyHash: this.#random.hex(8) }
  }
}
