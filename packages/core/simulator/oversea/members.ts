import { type Command, formatPrice, type OverseaOption } from '../../src/index.ts'
import type { House } from '../house.ts'
import type { Random } from '../random.ts'
import type { SimMember } from '../world.ts'
import type { OverseaAuditor } from './auditor.ts'
import type { OverseaWorld } from './world.ts'

type Place = Extract<Command, { kind: 'placeOversea' }>

/** What members do: sensible and silly orders of every type, nights, TP and SL, all other commands, and repeats under the same key. */
export class OverseaMembers {
  readonly #random: Random
  readonly #house: House<OverseaAuditor>
  readonly #world: OverseaWorld
  #sent: Place | null = null

  constructor(random: Random, house: House<OverseaAuditor>, world: OverseaWorld) {
    this.#random = random
    this.#house = house
    this.#world = world
  }

  act(): void {
    const random = this.#random
    const member = random.pick(this.#world.members)
    const option = random.pick(
      [...this.#house.store.overseaOptions.values()].filter(({ siteId }) => siteId === member.siteId),
    )
    const dice = random.int(0, 99)
    if (dice < 60) this.#place(member, option)
    else if (dice < 68) this.#cancel(member)
    else if (dice < 70)
      this.#do({
        kind: 'cancelOrders',
        ...member,
        key: this.#key('cancel_all'),
        book: 'oversea',
        optionId: random.pick([null, option.id]),
      })
    else if (dice < 80) this.#exits(member)
    else if (dice < 96) this.#overnight(member)
    else if (dice < 98) this.#protect(member)
    else if (this.#sent) this.#do(this.#sent)
  }

  #place(member: SimMember, option: OverseaOption): void {
    const random = this.#random
    const market = this.#house.auditor.markets.get(option.instrument)!
    const around = market.last ?? 100_000
    const position = this.#position(member, option.id)
    const closes = position !== undefined && random.chance(35)
    const side = closes ? (position.qty > 0 ? 'SHORT' : 'LONG') : random.pick(['LONG', 'SHORT'] as const)
    const marketType = random.pick(['MARKET', 'MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOPLIMIT', 'STOPMARKET'] as const)
    const most = random.chance(40) ? this.#affordable(member, option) : random.int(1, random.chance(80) ? 4 : 30)
    const count = closes && random.chance(60) ? Math.abs(position.qty) : Math.max(1, most)
    const needsPrice = marketType === 'LIMIT' || marketType === 'STOPLIMIT'
    const trigger = random.chance(97) ? this.#near(option, around, 6) : around
    const limit = this.#near(option, marketType === 'STOPLIMIT' ? trigger : around, random.chance(94) ? 3 : 150)
    const exits = !closes && random.chance(25)
    const command: Place = {
      kind: 'placeOversea',
      ...member,
      key: this.#key('order'),
      order: {
        optionId: random.chance(99) ? option.id : 77,
        side,
        marketType,
        count: random.chance(99) ? count : random.pick([0, -1, 1.5, 31, Number.NaN]),
        price: needsPrice !== random.chance(1) ? this.#text(option, limit) : null,
        triggerPrice: marketType.startsWith('STOP') ? this.#text(option, trigger) : null,
        tpTick: exits && random.chance(80) ? this.#ticks() : null,
        slTick: exits && random.chance(80) ? this.#ticks() : null,
        isReduceOnly: closes ? random.chance(70) : random.chance(3),
        expiresAt: random.chance(3) ? this.#house.now + random.int(-500, 500) : null,
      },
    }
    this.#sent = command
    this.#do(command)
  }

  /** A good part of what he could open. */
  #affordable({ siteId, memberId }: SimMember, option: OverseaOption): number {
    const cross = this.#house.core.view.oversea.cross(siteId, memberId)
    const margin = (option.margin * 140_000n) / 1_000_000n
    const part = this.#random.int(30, 100) / 100
    return Math.min(option.maxCount, Math.floor((part * Number(cross?.playerPoint ?? 0n)) / Number(margin)))
  }

  #cancel(member: SimMember): void {
    const known = this.#house.auditor.members.get(member.memberId)
    const orders = [...(known?.orders.keys() ?? [])]
    const id = orders.length > 0 && this.#random.chance(95) ? this.#random.pick(orders) : this.#random.int(1, 5_000_000)
    this.#do({ kind: 'cancelOrder', ...member, key: this.#key('cancel'), book: 'oversea', id })
  }

  #exits(member: SimMember): void {
    const random = this.#random
    const position = this.#position(member)
    if (!position) return
    const { id: optionId } = position.option
    const positionId = random.chance(98) ? position.id : 1
    const at = { ...member, key: this.#key('tpsl'), positionId, optionId: random.chance(99) ? optionId : 77 }
    if (random.chance(20)) this.#do({ kind: 'deleteOverseaTpsl', ...at, value: random.pick(['TP', 'SL']) })
    else {
      const tpTick = random.chance(75) ? this.#ticks() : null
      this.#do({ kind: 'setOverseaTpsl', ...at, tpTick, slTick: random.chance(75) ? this.#ticks() : null })
    }
  }

  #ticks(): number {
    const random = this.#random
    return random.chance(97) ? random.int(1, random.chance(80) ? 60 : 1_000) : random.pick([0, 1_001, 1.5, -3])
  }

  #overnight(member: SimMember): void {
    const position = this.#position(member)
    if (!position && this.#random.chance(90)) return
    const positionId = position && this.#random.chance(98) ? position.id : 1
    const isActive = this.#random.chance(80)
    this.#do({ kind: 'setOvernight', ...member, key: this.#key('overnight'), positionId, isActive })
  }

  /** Limits, breaks and exclusions that members set themselves, and members whom the house locks out for a while. */
  #protect(member: SimMember): void {
    const random = this.#random
    const dice = random.int(0, 99)
    if (dice < 50) {
      const history = this.#house.store.fills
        .filter(({ memberId }) => memberId === member.memberId)
        .map(({ id, at, realizedPnl, fee }) => ({
          betId: id,
          currency: 'KRW',
          at,
          stake: 0n,
          profit: realizedPnl - fee,
        }))
      const limit = {
        kind: random.pick(['LOSS', 'STAKE'] as const),
        window: random.pick(['24h', '7d', '30d'] as const),
        currency: 'KRW' as const,
        amount: random.chance(20) ? null : BigInt(random.int(100, 30_000)) * 1_000n,
      }
      this.#do({ kind: 'setLimits', ...member, key: this.#key('limit'), limits: [limit], history })
    } else if (dice < 65) {
      const until = this.#house.now + random.int(1_000, 3_600_000)
      this.#do({ kind: 'coolOff', ...member, key: this.#key('cool_off'), until })
    } else if (dice < 66) this.#do({ kind: 'selfExclude', ...member, key: this.#key('exclude'), months: 6 })
    else this.#do({ kind: 'setMemberStatus', ...member, status: random.pick(['ACTIVE', 'ACTIVE', 'ACTIVE', 'DENY']) })
  }

  /** An operator stops a contract, or changes its fee, margin or greatest count. */
  configure(): void {
    const random = this.#random
    const option = random.pick([...this.#house.store.overseaOptions.values()])
    const parts = random.pick([
      { isStop: random.chance(30) },
      { fee: BigInt(random.int(0, 3)) * 7_500n },
      { margin: BigInt(random.int(300, 3_500)) * 10_000n },
      { maxCount: random.int(5, 30) },
    ])
    this.#do({ kind: 'configureOversea', option: { ...option, ...parts } })
  }

  #position(member: SimMember, optionId?: number) {
    const known = this.#house.auditor.members.get(member.memberId)?.positions
    if (optionId !== undefined) return known?.get(optionId)
    const positions = [...(known?.values() ?? [])]
    return positions.length > 0 ? this.#random.pick(positions) : undefined
  }

  /** A price within so many thousandths; seldom one between two ticks. */
  #near(option: OverseaOption, price: number, thousandths: number): number {
    const moved = price * (1 + this.#random.int(-thousandths * 10, thousandths * 10) / 10_000)
    return Math.max(option.tickUnits, Math.round(moved / option.tickUnits) * option.tickUnits)
  }

  #text(option: OverseaOption, price: number): string {
    return formatPrice(this.#random.chance(99) ? price : price + 1, option.precision)
  }

  #do(command: Command): void {
    this.#house.command(command)
    this.#house.advance()
  }

  #key(route: string) {
    return { key: this.#random.uuid(), route: `POST /api/oversea/order/${route}`, bodyHash: this.#random.hex(32) }
  }
}
