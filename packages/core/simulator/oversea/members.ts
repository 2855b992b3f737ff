import { byMember, byStaff, formatPrice, type OverseaOption } from '../../src/index.ts'
import type { House } from '../house.ts'
import { MemberActions } from '../member-actions.ts'
import type { Random } from '../random.ts'
import { OPERATOR, type SimMember } from '../world.ts'
import type { OverseaAuditor } from './auditor.ts'
import type { AuditedPosition } from './margin-accounts.ts'
import type { OverseaWorld } from './world.ts'

/** What members do: sensible and silly orders of every type, nights, TP and SL, all other commands, and repeats under the same key. */
export class OverseaMembers {
  readonly #random: Random
  readonly #house: House
  readonly #auditor: OverseaAuditor
  readonly #world: OverseaWorld
  readonly #actions: MemberActions<AuditedPosition>

  constructor(random: Random, house: House, auditor: OverseaAuditor, world: OverseaWorld) {
    this.#random = random
    this.#house = house
    this.#auditor = auditor
    this.#world = world
    this.#actions = new MemberActions(random, house, auditor, {
      book: 'oversea',
      currency: 'KRW',
      mostLimit: 30_000,
      limitUnit: 1_000n,
      longestBreakMs: 3_600_000,
      excluded: 1,
      statuses: ['ACTIVE', 'ACTIVE', 'ACTIVE', 'DENY'],
    })
  }

  act(): void {
    const random = this.#random
    const member = random.pick(this.#world.members)
    const option = random.pick(
      [...this.#house.store.overseaOptions.values()].filter(({ siteId }) => siteId === member.siteId),
    )
    const dice = random.int(0, 99)
    if (dice < 60) this.#place(member, option)
    else if (dice < 68) this.#actions.cancel(member)
    else if (dice < 70) this.#actions.cancelAll(member, option.id)
    else if (dice < 80) this.#exits(member)
    else if (dice < 96) this.#overnight(member)
    else if (dice < 98) this.#actions.protect(member)
    else this.#actions.repeat()
  }

  #place(member: SimMember, option: OverseaOption): void {
    const random = this.#random
    const market = this.#auditor.markets.get(option.instrument)!
    const around = market.last ?? 100_000
    const { closed, side, marketType, isLimit, isStop } = this.#actions.wish(member, { optionId: option.id })
    const most = random.chance(40) ? this.#affordable(member, option) : random.int(1, random.chance(80) ? 4 : 30)
    const count = closed && random.chance(60) ? Math.abs(closed.qty) : Math.max(1, most)
    const trigger = random.chance(97) ? this.#actions.near(option, around, 6) : around
    const limit = this.#actions.near(option, marketType === 'STOPLIMIT' ? trigger : around, random.chance(94) ? 3 : 150)
    const exits = !closed && random.chance(25)
    this.#actions.place({
      kind: 'placeOversea',
      ...byMember(member, this.#actions.key('order')),
      order: {
        optionId: random.chance(99) ? option.id : 77,
        side,
        marketType,
        count: random.chance(99) ? count : random.pick([0, -1, 1.5, 31, Number.NaN]),
        price: isLimit !== random.chance(1) ? this.#text(option, limit) : null,
        triggerPrice: isStop ? this.#text(option, trigger) : null,
        tpTick: exits && random.chance(80) ? this.#ticks() : null,
        slTick: exits && random.chance(80) ? this.#ticks() : null,
        isReduceOnly: closed ? random.chance(70) : random.chance(3),
        expiresAt: random.chance(3) ? this.#house.now + random.int(-500, 500) : null,
      },
    })
  }

  /** A large part of the most that he could open. */
  #affordable({ siteId, memberId }: SimMember, option: OverseaOption): number {
    const cross = this.#house.core.ask('oversea.cross', { siteId, memberId }, this.#house.now)
    const margin = (option.margin * 140_000n) / 1_000_000n
    const part = this.#random.int(30, 100) / 100
    return Math.min(option.maxCount, Math.floor((part * Number(cross?.playerPoint ?? 0n)) / Number(margin)))
  }

  #exits(member: SimMember): void {
    const random = this.#random
    const position = this.#actions.position(member)
    if (!position) return
    const { id: optionId } = position.option
    const positionId = random.chance(98) ? position.id : 1
    const at = { ...byMember(member, this.#actions.key('tpsl')), optionId: random.chance(99) ? optionId : 77 }
    if (random.chance(20)) {
      const value = random.pick(['TP', 'SL'] as const)
      const id = position.id % 2 === 0 ? this.#exitOf(member, position.id, value) : positionId
      this.#actions.do({ kind: 'deleteOverseaTpsl', ...at, id, value })
    } else {
      const tpTick = random.chance(75) ? this.#ticks() : null
      const slTick = random.chance(75) ? this.#ticks() : null
      this.#actions.do({ kind: 'setOverseaTpsl', ...at, positionId, tpTick, slTick })
    }
  }

  /** The id of the TP or SL order of a position; 1, which names nothing, where there is none. */
  #exitOf({ memberId }: SimMember, positionId: number, value: 'TP' | 'SL'): number {
    const type = value === 'TP' ? 'TAKEPROFIT' : 'STOPLOSS'
    for (const order of this.#auditor.members.get(memberId)!.orders.values())
      if (order.positionId === positionId && order.marketType === type) return order.id
    return 1
  }

  #ticks(): number {
    const random = this.#random
    return random.chance(97) ? random.int(1, random.chance(80) ? 60 : 1_000) : random.pick([0, 1_001, 1.5, -3])
  }

  /** Most of those who hold something want to hold it overnight. */
  holdAll(): void {
    for (const member of this.#world.members)
      for (const position of this.#auditor.members.get(member.memberId)?.positions.values() ?? [])
        if (position.overnight === null && this.#random.chance(70)) this.#setOvernight(member, position.id, true)
  }

  #overnight(member: SimMember): void {
    const position = this.#actions.position(member)
    if (!position && this.#random.chance(90)) return
    const positionId = position && this.#random.chance(98) ? position.id : 1
    this.#setOvernight(member, positionId, this.#random.chance(80))
  }

  #setOvernight(member: SimMember, positionId: number, isActive: boolean): void {
    this.#actions.do({
      kind: 'setOvernight',
      ...byMember(member, this.#actions.key('overnight')),
      positionId,
      isActive,
    })
  }

  /** An operator stops a contract, or changes its fee, margin or greatest count. */
  configure(isLeft = false): void {
    const random = this.#random
    const option = random.pick([...this.#house.store.overseaOptions.values()])
    const parts = random.pick([
      { isStop: random.chance(30) },
      { fee: BigInt(random.int(0, 3)) * 7_500n },
      { margin: BigInt(random.int(300, 3_500)) * 10_000n },
      { maxCount: random.int(5, 30) },
    ])
    const command = {
      kind: 'configureOversea' as const,
      ...byStaff(option.siteId, OPERATOR, 'a contract is changed'),
      option: { ...option, ...parts },
    }
    this.#actions.change(command, isLeft)
  }

  #text(option: OverseaOption, price: number): string {
    return formatPrice(this.#random.chance(99) ? price : price + 1, option.precision)
  }
}
