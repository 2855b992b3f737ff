import { type Command, type FuturesOption, formatPrice } from '../../src/index.ts'
import type { House } from '../house.ts'
import type { Random } from '../random.ts'
import type { SimMember } from '../world.ts'
import type { FuturesAuditor } from './auditor.ts'
import { bracketsOf, type FuturesWorld } from './world.ts'

type Place = Extract<Command, { kind: 'placeFutures' }>

/** What members do: sensible and silly orders of every type, all other commands, and repeats under the same key. */
export class FuturesMembers {
  readonly #random: Random
  readonly #house: House<FuturesAuditor>
  readonly #world: FuturesWorld
  #sent: Place | null = null

  constructor(random: Random, house: House<FuturesAuditor>, world: FuturesWorld) {
    this.#random = random
    this.#house = house
    this.#world = world
  }

  /** Each chooses his leverages before he has anything open; half of them trade CROSS. */
  settle(): void {
    const random = this.#random
    for (const member of this.#world.members) {
      const isCross = random.chance(55)
      for (const { siteId, id: optionId } of this.#world.options) {
        if (siteId !== member.siteId) continue
        if (isCross)
          this.#do({ kind: 'setMarginType', ...member, key: this.#key('margin_type'), optionId, marginType: 'CROSS' })
        this.#do({
          kind: 'setLeverage',
          ...member,
          key: this.#key('leverage'),
          optionId,
          leverage: random.pick([5, 10, 20, 50]),
        })
      }
    }
  }

  act(): void {
    const random = this.#random
    const member = random.pick(this.#world.members)
    const option = random.pick(this.#world.options.filter(({ siteId }) => siteId === member.siteId))
    const dice = random.int(0, 99)
    if (dice < 62) this.#place(member, option)
    else if (dice < 72) this.#cancel(member)
    else if (dice < 74)
      this.#do({
        kind: 'cancelOrders',
        ...member,
        key: this.#key('cancel_all'),
        book: 'futures',
        optionId: random.pick([null, option.id]),
      })
    else if (dice < 82) this.#exits(member)
    else if (dice < 87)
      this.#do({
        kind: 'setLeverage',
        ...member,
        key: this.#key('leverage'),
        optionId: option.id,
        leverage: random.pick([1, 3, 5, 10, 20, 50, 100]),
      })
    else if (dice < 91)
      this.#do({
        kind: 'setMarginType',
        ...member,
        key: this.#key('margin_type'),
        optionId: option.id,
        marginType: random.pick(['CROSS', 'ISOLATED']),
      })
    else if (dice < 97) this.#margin(member)
    else if (dice < 98) this.#protect(member)
    else if (this.#sent) this.#do(this.#sent)
  }

  #place(member: SimMember, option: FuturesOption): void {
    const random = this.#random
    const market = this.#house.auditor.markets.get(option.instrument)!
    const around = market.mark ?? market.last ?? 100_000
    const position = this.#house.auditor.members.get(member.memberId)?.positions.get(option.id)
    const closes = position !== undefined && random.chance(35)
    const side = closes ? (position.qty > 0 ? 'SHORT' : 'LONG') : random.pick(['LONG', 'SHORT'] as const)
    const marketType = random.pick(['MARKET', 'MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOPLIMIT', 'STOPMARKET'] as const)
    // A good part of what he can, or 10 to 60,000 USDT, mostly little.
    const usdt = random.chance(50) ? this.#part(member, option) : random.int(10, random.chance(80) ? 3_000 : 60_000)
    const perStep = around * 10 ** -(option.precision + option.qtyPrecision)
    const wanted = closes && random.chance(60) ? Math.abs(position.qty) : Math.max(1, Math.round(usdt / perStep))
    const qty = random.chance(99) ? Math.ceil(wanted / option.stepUnits) * option.stepUnits : wanted + 1
    const trigger = this.#near(option, around, 40)
    const limit = this.#near(option, marketType === 'STOPLIMIT' ? trigger : around, random.chance(90) ? 20 : 150)
    const exits = !closes && random.chance(20)
    const profit = this.#near(option, side === 'LONG' ? around * 1.02 : around * 0.98, 15)
    const loss = this.#near(option, side === 'LONG' ? around * 0.99 : around * 1.01, 15)
    const needsPrice = marketType === 'LIMIT' || marketType === 'STOPLIMIT'
    const command: Place = {
      kind: 'placeFutures',
      ...member,
      key: this.#key('order'),
      order: {
        optionId: random.chance(99) ? option.id : 77,
        side,
        marketType,
        qty: formatPrice(qty, option.qtyPrecision),
        price: needsPrice ? formatPrice(limit, option.precision) : null,
        triggerPrice: marketType.startsWith('STOP') ? formatPrice(trigger, option.precision) : null,
        isMark: random.chance(40),
        isReduceOnly: closes ? random.chance(80) : random.chance(3),
        takeProfit: exits && random.chance(80) ? formatPrice(profit, option.precision) : null,
        stopLoss: exits && random.chance(80) ? formatPrice(loss, option.precision) : null,
        isMarkTp: random.chance(50),
        isMarkSl: random.chance(50),
        tolerance: !needsPrice && random.chance(20) ? random.pick(['0.05', '0.5', '2']) : null,
        expiresAt: random.chance(3) ? this.#house.now + random.int(-500, 500) : null,
      },
    }
    this.#sent = command
    this.#do(command)
  }

  /** A tenth to nine tenths of what is available, times the leverage. */
  #part({ siteId, memberId }: SimMember, option: FuturesOption): number {
    const { futures } = this.#house.core.view
    const available = Number(futures.cross(siteId, memberId)?.available ?? 0n) / 1e8
    const { leverage } = futures.setting(siteId, memberId, option.id) ?? { leverage: 1 }
    return Math.max(10, (available * leverage * this.#random.int(10, 90)) / 100)
  }

  #cancel(member: SimMember): void {
    const known = this.#house.auditor.members.get(member.memberId)
    const orders = [...(known?.orders.keys() ?? [])]
    const id = orders.length > 0 && this.#random.chance(95) ? this.#random.pick(orders) : this.#random.int(1, 5_000_000)
    this.#do({ kind: 'cancelOrder', ...member, key: this.#key('cancel'), book: 'futures', id })
  }

  #exits(member: SimMember): void {
    const position = this.#position(member)
    if (!position) return
    const { option, qty, id } = position
    const around = this.#house.auditor.markets.get(option.instrument)!.mark ?? 100_000
    const up = this.#near(option, around * 1.015, 15)
    const below = this.#near(option, around * 0.985, 15)
    const price = (value: number) =>
      this.#random.chance(10) ? '0' : this.#random.chance(85) ? formatPrice(value, option.precision) : null
    this.#do({
      kind: 'setFuturesTpsl',
      ...member,
      key: this.#key('tpsl'),
      positionId: id,
      takeProfit: price(qty > 0 ? up : below),
      stopLoss: price(qty > 0 ? below : up),
      isMarkTp: this.#random.chance(50),
      isMarkSl: this.#random.chance(50),
    })
  }

  #margin(member: SimMember): void {
    const position = this.#position(member)
    if (!position) return
    const amount = String(this.#random.int(1, this.#random.chance(70) ? 30 : 2_000))
    const type = this.#random.pick(['ADD', 'REMOVE'] as const)
    this.#do({ kind: 'changeMargin', ...member, key: this.#key('margin'), positionId: position.id, type, amount })
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
          currency: 'USDT',
          at,
          stake: 0n,
          profit: realizedPnl - fee,
        }))
      const limit = {
        kind: random.pick(['LOSS', 'STAKE'] as const),
        window: random.pick(['24h', '7d', '30d'] as const),
        currency: 'USDT' as const,
        amount: random.chance(20) ? null : BigInt(random.int(100, 9_000)) * 100_000_000n,
      }
      this.#do({ kind: 'setLimits', ...member, key: this.#key('limit'), limits: [limit], history })
    } else if (dice < 65) {
      const until = this.#house.now + random.int(1_000, 60_000)
      this.#do({ kind: 'coolOff', ...member, key: this.#key('cool_off'), until })
    } else if (dice < 67) this.#do({ kind: 'selfExclude', ...member, key: this.#key('exclude'), months: 6 })
    else this.#do({ kind: 'setMemberStatus', ...member, status: random.pick(['ACTIVE', 'ACTIVE', 'DENY']) })
  }

  /** An operator stops an option, changes a fee, or makes its brackets tighter or wider. */
  configure(): void {
    const random = this.#random
    const option = random.pick([...this.#house.store.futuresOptions.values()])
    const brackets = bracketsOf([
      [random.int(1, 5) * 1_000, 100, random.pick([4_000, 9_000])],
      [random.int(6, 20) * 1_000, 50, 15_000],
      [random.int(30, 90) * 1_000, 20, 30_000],
      [400_000, 5, 90_000],
    ])
    const isStop = random.chance(30)
    this.#do({
      kind: 'configureFutures',
      option: { ...option, brackets, isStop, makerPpm: random.pick([0, 200, 400]) },
    })
  }

  #position(member: SimMember) {
    const positions = [...(this.#house.auditor.members.get(member.memberId)?.positions.values() ?? [])]
    return positions.length > 0 ? this.#random.pick(positions) : null
  }

  /** A price within so many thousandths. */
  #near(option: FuturesOption, price: number, thousandths: number): number {
    const moved = price * (1 + this.#random.int(-thousandths * 10, thousandths * 10) / 10_000)
    return Math.max(option.tickUnits, Math.round(moved / option.tickUnits) * option.tickUnits)
  }

  #do(command: Command): void {
    this.#house.command(command)
    this.#house.advance()
  }

  #key(route: string) {
    return { key: this.#random.uuid(), route: `POST /api/futures/order/${route}`, bodyHash: this.#random.hex(32) }
  }
}
