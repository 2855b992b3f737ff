import {
  byMember,
  byStaff,
  bySystem,
  type CopyFollowRow,
  type CopyPayoutRow,
  type FuturesOption,
  formatPrice,
} from '../../src/index.ts'
import type { AuditedPosition } from '../futures/margin-accounts.ts'
import type { House } from '../house.ts'
import { MemberActions } from '../member-actions.ts'
import type { Random } from '../random.ts'
import { OPERATOR, type SimMember } from '../world.ts'
import type { CopyAuditor } from './auditor.ts'
import type { CopyWorld } from './world.ts'

const USDT = 100_000_000n

/** What traders, those who follow them, and staff do: sensible and silly, and often while copies are being made. */
export class CopyMembers {
  readonly #random: Random
  readonly #house: House
  readonly #auditor: CopyAuditor
  readonly #world: CopyWorld
  readonly #actions: MemberActions<AuditedPosition>

  constructor(random: Random, house: House, auditor: CopyAuditor, world: CopyWorld) {
    this.#random = random
    this.#house = house
    this.#auditor = auditor
    this.#world = world
    this.#actions = new MemberActions(random, house, auditor.futures, {
      book: 'futures',
      currency: 'USDT',
      mostLimit: 9_000,
      limitUnit: USDT,
      longestBreakMs: 60_000,
      excluded: 1,
      statuses: ['ACTIVE', 'ACTIVE', 'ACTIVE', 'DENY'],
    })
  }

  /** Who leads asks for it and is let; the others follow. */
  settle(): void {
    for (const leader of this.#world.leaders) this.#apply(leader)
    for (const follower of this.#world.followers) this.#follow(follower)
  }

  act(): void {
    const dice = this.#random.int(0, 99)
    if (dice < 45) this.#lead(this.#random.pick(this.#world.leaders))
    else if (dice < 60) this.#close(this.#random.pick(this.#world.leaders), 'TRADER')
    else if (dice < 92) this.#followerActs(this.#random.pick(this.#world.followers))
    else if (dice < 95) this.#staffActs(this.#random.pick(this.#world.leaders))
    else this.#switches(this.#random.pick(this.#world.leaders))
  }

  #give(command: Parameters<House['command']>[0]): void {
    this.#house.command(command)
    // Often nothing of what it asks for is done before the next thing happens.
    if (this.#random.chance(60)) this.#house.advance(this.#random.pick([1, 20, 200]))
  }

  #key(route: string) {
    return this.#actions.key(route)
  }

  #option({ siteId }: SimMember): FuturesOption {
    return this.#random.pick([...this.#house.store.futuresOptions.values()].filter((one) => one.siteId === siteId))
  }

  #lead(member: SimMember): void {
    const random = this.#random
    const option = this.#option(member)
    const market = this.#auditor.futures.markets.get(option.instrument)!
    const around = market.mark ?? market.last ?? 100_000
    const usdt = random.int(10, random.chance(75) ? 1_500 : 12_000)
    const perStep = around * 10 ** -(option.precision + option.qtyPrecision)
    const qty = Math.ceil(Math.max(1, Math.round(usdt / perStep)) / option.stepUnits) * option.stepUnits
    // Mostly on the side that he has.
    const held = this.#actions.position(member)
    const side = held && random.chance(85) ? (held.qty > 0 ? 'LONG' : 'SHORT') : random.pick(['LONG', 'SHORT'] as const)
    const marketType = random.pick(['MARKET', 'MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOPMARKET'] as const)
    this.#give({
      kind: 'placeFutures',
      ...byMember(member, this.#key('order')),
      order: {
        optionId: option.id,
        lot: 'NEW',
        side,
        marketType,
        leverage: random.pick([1, 2, 3, 5, 10, 20]),
        qty: formatPrice(qty, option.qtyPrecision),
        price: marketType === 'LIMIT' ? formatPrice(this.#actions.near(option, around, 4), option.precision) : null,
        triggerPrice:
          marketType === 'STOPMARKET' ? formatPrice(this.#actions.near(option, around, 8), option.precision) : null,
        isMark: random.chance(40),
        isReduceOnly: random.chance(2),
        takeProfit: null,
        stopLoss: null,
        isMarkTp: false,
        isMarkSl: false,
        tolerance: null,
        expiresAt: null,
      },
    })
  }

  #close(member: SimMember, role: 'TRADER' | 'FOLLOWER'): void {
    const random = this.#random
    const held = this.#actions.position(member)
    if (!held) return
    const around = this.#auditor.futures.markets.get(held.option.instrument)!.mark ?? 100_000
    const price = this.#actions.near(held.option, around, 6)
    this.#give({
      kind: 'closeCopy',
      ...byMember(member, this.#key('copytrade/close')),
      lot: random.chance(97) ? held.lot : 77,
      role: random.chance(97) ? role : 'TRADER',
      closePrice: random.chance(25) ? formatPrice(price, held.option.precision) : null,
      percent: random.pick([100, 100, 50, 33, 1, random.int(1, 100)]),
    })
  }

  #followerActs(member: SimMember): void {
    const dice = this.#random.int(0, 99)
    if (dice < 40) this.#follow(member)
    else if (dice < 52) this.#unfollow(member)
    else if (dice < 68) this.#close(member, 'FOLLOWER')
    else if (dice < 76) this.#actions.cancel(member)
    else if (dice < 84) this.#exits(member)
    else if (dice < 94) this.#touch(member)
    else this.#actions.protect(member)
  }

  /** Follows a trader of his site, or changes how he follows. */
  #follow(member: SimMember): void {
    const random = this.#random
    const { siteId, memberId } = member
    const known = this.#running(memberId)
    const leader = random.pick(this.#world.leaders.filter((one) => one.siteId === siteId))
    const options = [...this.#house.store.futuresOptions.values()].filter((one) => one.siteId === siteId)
    const optionIds = options.map(({ id }) => id).filter((id) => id === 1 || random.chance(80))
    const oneMaxBet = BigInt(random.pick([10, 40, 150, 1_000])) * USDT
    this.#give({
      kind: 'followTrader',
      ...byMember(member, this.#key('follow')),
      traderId: known !== null && random.chance(90) ? known.traderId : leader.memberId,
      optionIds,
      multiplyPer: random.pick([100, 50, 10, 300, 500, 33, 0]),
      oneMaxBet,
      maxBet: oneMaxBet * BigInt(random.int(1, 8)) + BigInt(random.int(0, 1)),
      maxLeverage: random.pick([null, null, 5, 20]),
      slipPpm: random.pick([1_000, 1_000, 5_000]),
      lossStop: random.pick([null, 10n * USDT, 10n * USDT, oneMaxBet / 4n + 10n * USDT]),
      lossStopClose: random.chance(50),
    })
  }

  #unfollow(member: SimMember): void {
    const random = this.#random
    const follow = this.#running(member.memberId)
    if (follow === null) return
    const { id: followId, traderId } = follow
    if (random.chance(75))
      this.#give({
        kind: 'unfollow',
        ...byMember(member, this.#key('unfollow')),
        followId,
        closePositions: random.chance(50),
      })
    else {
      const trader = { siteId: member.siteId, memberId: traderId }
      this.#give({ kind: 'removeFollower', ...byMember(trader, this.#key('unfollow_trader')), followId })
    }
  }

  /** Something that changes nothing of what he holds: what he is owed is made before. */
  #touch(member: SimMember): void {
    const { id: optionId } = this.#option(member)
    const leverage = this.#random.pick([1, 3, 5])
    this.#give({ kind: 'setLeverage', ...byMember(member, this.#key('leverage')), optionId, leverage })
  }

  #exits(member: SimMember): void {
    const held = this.#actions.position(member)
    if (!held) return
    const { option, qty, id } = held
    const around = this.#auditor.futures.markets.get(option.instrument)!.mark ?? 100_000
    const [up, below] = [1.01, 0.99].map((to) =>
      formatPrice(this.#actions.near(option, around * to, 5), option.precision),
    )
    this.#give({
      kind: 'setFuturesTpsl',
      ...byMember(member, this.#key('tpsl')),
      positionId: id,
      takeProfit: qty > 0 ? up! : below!,
      stopLoss: qty > 0 ? below! : up!,
      isMarkTp: this.#random.chance(50),
      isMarkSl: this.#random.chance(50),
    })
  }

  #staffActs({ siteId, memberId }: SimMember): void {
    const random = this.#random
    const trader = this.#house.store.copyTraders.get(`${siteId}:${memberId}`)
    const held = [...this.#house.store.copyPayouts.values()].filter(({ paidAt }) => paidAt === null)
    const dice = random.int(0, 99)
    if (held.length > 0 && random.chance(50)) this.#decide(random.pick(held))
    else if (dice < 40 && trader) {
      const approval = random.chance(80) ? { approval: { id: 1, staffId: OPERATOR + 1 } } : {}
      const state = random.chance(8) ? 'ENDED' : trader.state === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE'
      const by = { ...byStaff(siteId, OPERATOR, 'looked at', approval), key: this.#key('trader/state') }
      const { version } = trader
      this.#give({ kind: 'setTraderState', ...by, traderId: memberId, state, version })
    } else if (dice < 80)
      this.#give({
        kind: 'configure',
        ...byStaff(siteId, OPERATOR, 'numbers of copies'),
        scope: 'site',
        optionId: null,
        changes: random.pick([
          { isCopyOn: random.chance(70) },
          { isCopyOn: true, copySlipPpm: random.pick([500, 5_000]) },
          { copyCapNotional: random.pick(['0', '500000000000', '3000000000000']) },
          { copyMostBet: random.pick(['20000000000', '100000000000000']), copyLateMs: random.pick([1_000, 5_000]) },
        ]),
        effectiveFrom: null,
      })
    else if (dice < 90) this.#apply({ siteId, memberId })
    else {
      const { memberId: other } = random.pick(this.#world.followers.filter((one) => one.siteId === siteId))
      this.#give({ kind: 'setMemberStatus', ...bySystem(siteId), memberId: other, status: 'ACTIVE' })
    }
  }

  /** Staff keep a payout, let it go, or return what is in it. */
  #decide({ siteId, traderId, day, heldBy }: CopyPayoutRow): void {
    const random = this.#random
    const approval = random.chance(80) ? { approval: { id: 1, staffId: OPERATOR + 1 } } : {}
    const by = { ...byStaff(siteId, OPERATOR, 'looked at', approval), key: this.#key('share') }
    if (random.chance(60)) this.#give({ kind: 'holdPayout', ...by, traderId, day, isHeld: heldBy === null })
    else {
      const followers = this.#world.followers.filter((one) => one.siteId === siteId).map(({ memberId }) => memberId)
      this.#give({ kind: 'reverseShares', ...by, traderId, day, followerId: random.pick([null, ...followers]) })
    }
  }

  #switches(member: SimMember): void {
    const random = this.#random
    const by = byMember(member, this.#key('trader'))
    if (random.chance(4)) this.#give({ kind: 'quitTrader', ...by })
    else this.#give({ kind: 'setTrader', ...by, isActive: random.chance(92), isHide: random.chance(6) })
  }

  #apply(leader: SimMember): void {
    const { siteId, memberId: traderId } = leader
    this.#give({ kind: 'applyTrader', ...byMember(leader, this.#key('apply')), sharePpm: 100_000, isPartner: false })
    this.#house.commit()
    const version = this.#house.store.copyTraders.get(`${siteId}:${traderId}`)?.version ?? 1
    const by = { ...byStaff(siteId, OPERATOR, 'looked at'), key: this.#key('decide') }
    this.#give({ kind: 'decideTrader', ...by, traderId, accept: true, isPartner: false, version })
  }

  #running(memberId: number): CopyFollowRow | null {
    return this.#auditor.follows.find((row) => row.memberId === memberId && row.endId === null) ?? null
  }
}
