import {
  byMember,
  byStaff,
  type FuturesOption,
  type FuturesOrderInput,
  formatMinor,
  formatPrice,
} from '../../src/index.ts'
import type { House } from '../house.ts'
import { MemberActions } from '../member-actions.ts'
import type { Random } from '../random.ts'
import { OPERATOR, type SimMember } from '../world.ts'
import type { FuturesAuditor } from './auditor.ts'
import type { AuditedPosition } from './margin-accounts.ts'
import { bracketsOf, type FuturesWorld } from './world.ts'

/** The lot that an order is in, with its setting; without one the member's own. */
type Lot = Pick<FuturesOrderInput, 'leverage' | 'marginType'> & { readonly lot?: number }

/** What members do: sensible and silly orders of every type, all other commands, and repeats under the same key. */
export class FuturesMembers {
  readonly #random: Random
  readonly #house: House
  readonly #auditor: FuturesAuditor
  readonly #world: FuturesWorld
  readonly #actions: MemberActions<AuditedPosition>

  constructor(random: Random, house: House, auditor: FuturesAuditor, world: FuturesWorld) {
    this.#random = random
    this.#house = house
    this.#auditor = auditor
    this.#world = world
    this.#actions = new MemberActions(random, house, auditor, {
      book: 'futures',
      currency: 'USDT',
      mostLimit: 9_000,
      limitUnit: 100_000_000n,
      longestBreakMs: 60_000,
      excluded: 2,
      statuses: ['ACTIVE', 'ACTIVE', 'DENY'],
    })
  }

  /** Each chooses his leverages before he has anything open; half of them trade CROSS. */
  settle(): void {
    const random = this.#random
    for (const member of this.#world.members) {
      const isCross = random.chance(55)
      for (const { siteId, id: optionId } of this.#world.options) {
        if (siteId !== member.siteId) continue
        if (isCross)
          this.#actions.do({
            kind: 'setMarginType',
            ...byMember(member, this.#actions.key('margin_type')),
            optionId,
            marginType: 'CROSS',
          })
        // Some leave it at the option's default, which operators change.
        if (random.chance(65))
          this.#actions.do({
            kind: 'setLeverage',
            ...byMember(member, this.#actions.key('leverage')),
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
    else if (dice < 72) this.#actions.cancel(member)
    else if (dice < 74) this.#actions.cancelAll(member, option.id)
    else if (dice < 82) this.#exits(member)
    else if (dice < 87)
      this.#actions.do({
        kind: 'setLeverage',
        ...byMember(member, this.#actions.key('leverage')),
        optionId: option.id,
        leverage: random.pick([1, 3, 5, 10, 20, 50, 100]),
      })
    else if (dice < 91)
      this.#actions.do({
        kind: 'setMarginType',
        ...byMember(member, this.#actions.key('margin_type')),
        optionId: option.id,
        marginType: random.pick(['CROSS', 'ISOLATED']),
      })
    else if (dice < 97) this.#margin(member)
    else if (dice < 98) this.#actions.protect(member)
    else this.#actions.repeat()
  }

  #place(member: SimMember, option: FuturesOption): void {
    const random = this.#random
    const market = this.#auditor.markets.get(option.instrument)!
    const around = market.mark ?? market.last ?? 100_000
    const copy = this.#ownLot(member, option) ?? this.#copy()
    const { closed, side, marketType, isLimit, isStop } = this.#actions.wish(member, { optionId: option.id, ...copy })
    // A large part of his maximum, or 10 to 60,000 USDT, mostly small.
    const usdt = random.chance(50) ? this.#part(member, option) : random.int(10, random.chance(80) ? 3_000 : 60_000)
    const perStep = around * 10 ** -(option.precision + option.qtyPrecision)
    const wanted = closed && random.chance(60) ? Math.abs(closed.qty) : Math.max(1, Math.round(usdt / perStep))
    const qty = random.chance(99) ? Math.ceil(wanted / option.stepUnits) * option.stepUnits : wanted + 1
    const trigger = this.#actions.near(option, around, 40)
    // Now and then between the mark and the other side's best price.
    const best = (side === 'LONG' ? market.book?.asks : market.book?.bids)?.[0]?.[0] ?? around
    const limit = this.#actions.near(
      option,
      marketType === 'STOPLIMIT' ? trigger : random.chance(10) ? (around + best) / 2 : around,
      random.chance(10) ? 0 : random.chance(90) ? 20 : 150,
    )
    const exits = !closed && random.chance(20)
    const profit = this.#actions.near(option, side === 'LONG' ? around * 1.02 : around * 0.98, 15)
    const loss = this.#actions.near(option, side === 'LONG' ? around * 0.99 : around * 1.01, 15)
    this.#actions.place({
      kind: 'placeFutures',
      ...byMember(member, this.#actions.key('order')),
      order: {
        optionId: random.chance(99) ? option.id : 77,
        ...copy,
        ...(!closed && copy.lot === 1 && random.chance(30) ? { lot: 'NEW' } : {}),
        side,
        marketType,
        qty: formatPrice(qty, option.qtyPrecision),
        price: isLimit ? formatPrice(limit, option.precision) : null,
        triggerPrice: isStop ? formatPrice(trigger, option.precision) : null,
        isMark: random.chance(40),
        isReduceOnly: closed ? random.chance(80) : random.chance(3),
        takeProfit: exits && random.chance(80) ? formatPrice(profit, option.precision) : null,
        stopLoss: exits && random.chance(80) ? formatPrice(loss, option.precision) : null,
        isMarkTp: random.chance(50),
        isMarkSl: random.chance(50),
        tolerance: !isLimit && random.chance(20) ? random.pick(['0.05', '0.5', '2']) : null,
        expiresAt: random.chance(3) ? this.#house.now + random.int(-500, 500) : null,
      },
    })
  }

  /** Some orders are copies: each lot of them has a margin type of its own, and often the leverage that it had before. */
  #copy(): Lot {
    if (!this.#random.chance(25)) return {}
    const lot = this.#random.pick([1, 1, 2])
    const leverage = this.#random.chance(60) ? 10 : this.#random.pick([null, 5, 20])
    return { lot, leverage, marginType: lot === 1 ? 'ISOLATED' : 'CROSS' }
  }

  /** Now and then he trades on in one of the lots that are named by the order that opened them. */
  #ownLot({ memberId }: SimMember, { id }: FuturesOption): Lot | null {
    const held = [...this.#auditor.members.get(memberId)!.positions.values()]
    const lots = held.filter(({ option, lot }) => option.id === id && lot > 2)
    return lots.length > 0 && this.#random.chance(30)
      ? { lot: this.#random.pick(lots).lot, marginType: 'ISOLATED' }
      : null
  }

  /** A tenth to nine tenths of what is available, times the leverage. */
  #part({ siteId, memberId }: SimMember, option: FuturesOption): number {
    const { core, now } = this.#house
    const of = { siteId, memberId }
    const available = Number(this.#available(of)) / 1e8
    const { leverage } = core.ask('futures.setting', { ...of, optionId: option.id }, now) ?? { leverage: 1 }
    return Math.max(10, (available * leverage * this.#random.int(10, 90)) / 100)
  }

  #available({ siteId, memberId }: SimMember): bigint {
    return this.#house.core.ask('futures.cross', { siteId, memberId }, this.#house.now)?.available ?? 0n
  }

  #exits(member: SimMember): void {
    const position = this.#actions.position(member)
    if (!position) return
    const { option, qty, id } = position
    const around = this.#auditor.markets.get(option.instrument)!.mark ?? 100_000
    const up = this.#actions.near(option, around * 1.015, 15)
    const below = this.#actions.near(option, around * 0.985, 15)
    const price = (value: number) =>
      this.#random.chance(10) ? '0' : this.#random.chance(85) ? formatPrice(value, option.precision) : null
    this.#actions.do({
      kind: 'setFuturesTpsl',
      ...byMember(member, this.#actions.key('tpsl')),
      positionId: id,
      takeProfit: price(qty > 0 ? up : below),
      stopLoss: price(qty > 0 ? below : up),
      isMarkTp: this.#random.chance(50),
      isMarkSl: this.#random.chance(50),
    })
  }

  #margin(member: SimMember): void {
    const position = this.#actions.position(member)
    if (!position) return
    const type = this.#random.pick(['ADD', 'REMOVE'] as const)
    const isAll = type === 'ADD' && this.#random.chance(40)
    // All that he has is often more than a limit of his own allows.
    const available = this.#available(member)
    if (isAll && available > 0n) this.#actions.limit(member, Number(available / 100_000_000n) + 100)
    const amount = isAll
      ? formatMinor(this.#available(member), 'USDT')
      : String(this.#random.int(1, this.#random.chance(70) ? 30 : 2_000))
    this.#actions.do({
      kind: 'changeMargin',
      ...byMember(member, this.#actions.key('margin')),
      positionId: position.id,
      type,
      amount,
    })
  }

  /** An operator stops an option, changes fees and the default leverage, or makes its brackets tighter or wider. */
  configure(isLeft = false): void {
    const random = this.#random
    const option = random.pick([...this.#house.store.futuresOptions.values()])
    const brackets = bracketsOf([
      [random.int(1, 5) * 1_000, 100, random.pick([4_000, 9_000])],
      [random.int(6, 20) * 1_000, 50, 15_000],
      [random.int(30, 90) * 1_000, 20, 30_000],
      [400_000, 5, 90_000],
    ])
    const fees = {
      makerPpm: random.pick([0, 200, 400]),
      takerPpm: random.pick([0, 400, 401, 600, 3_000]),
      liquidationPpm: random.pick([0, 5_000, 9_000]),
    }
    const terms = {
      isStop: random.chance(30),
      maxOpenOrders: random.pick([4, 8]),
      defaultLeverage: random.pick([5, 10, 25, 100]),
    }
    // One thing or all of them.
    const changed = random.pick([{ brackets }, fees, terms, { brackets, ...fees, ...terms }])
    const command = {
      kind: 'configureFutures' as const,
      ...byStaff(option.siteId, OPERATOR, 'a perpetual is changed'),
      option: { ...option, ...changed },
    }
    this.#actions.change(command, isLeft)
  }
}
