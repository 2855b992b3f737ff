import { createHash } from 'node:crypto'
import { byMember, bySystem, type Effects } from '../../src/index.ts'
import { FuturesMembers } from '../futures/members.ts'
import { FuturesPrices } from '../futures/prices.ts'
import { House } from '../house.ts'
import { RoundMembers } from '../members.ts'
import { MoneyMembers } from '../money/members.ts'
import { floatsOf, merchantsOf } from '../money/p2p/world.ts'
import { moneyOf } from '../money/world.ts'
import { Operators } from '../operators.ts'
import { OverseaMembers } from '../oversea/members.ts'
import { OverseaPrices } from '../oversea/prices.ts'
import { Prices } from '../prices.ts'
import { Random } from '../random.ts'
import type { SimulationResult } from '../simulation.ts'
import { StaffMembers } from '../staff.ts'
import { StopOperators } from '../stops.ts'
import { Store } from '../store.ts'
import { ThresholdOperators } from '../thresholds.ts'
import { TogetherAuditor } from './auditor.ts'
import { TogetherPrices } from './prices.ts'
import { makeTogetherWorld, OWN_OF_ROUNDS, type TogetherWorld } from './world.ts'

/** Plays rounds, perpetuals, overseas futures and money in and out in one house, on the same wallets of the same members. Throws at the first broken rule. */
export function simulateTogether(
  seed: number,
  steps: number,
  tamper?: (effects: Effects) => Effects,
): SimulationResult {
  const play = new Play(seed, steps, tamper)
  for (let step = 0; step < steps; step++) play.step(step)
  return play.end()
}

class Play {
  readonly #seed: number
  readonly #steps: number
  readonly #random: Random
  readonly #world: TogetherWorld
  readonly #house: House<TogetherAuditor>
  readonly #prices: TogetherPrices
  readonly #rounds: RoundMembers
  readonly #futures: FuturesMembers
  readonly #oversea: OverseaMembers
  readonly #money: MoneyMembers
  readonly #operators: Operators
  readonly #stops: StopOperators
  readonly #thresholds: ThresholdOperators
  readonly #staff: StaffMembers
  readonly #activity: number
  readonly #crashAt: number

  constructor(seed: number, steps: number, tamper?: (effects: Effects) => Effects) {
    this.#seed = seed
    this.#steps = steps
    const random = new Random(seed)
    const world = makeTogetherWorld(random)
    const { rounds, futures, oversea } = world
    const store = new Store(rounds.sites, {
      options: rounds.options,
      futuresOptions: futures.options,
      overseaOptions: oversea.options,
      house: [...oversea.house, ...rounds.sites.flatMap(({ siteId }) => floatsOf(siteId))],
      merchants: rounds.sites.flatMap(({ siteId }) => merchantsOf(siteId)),
      moneyConfigs: rounds.sites.map(({ siteId }) => moneyOf(siteId)),
    })
    const house = new House(store, new TogetherAuditor(world), oversea.calendar.start, tamper)
    // One thing at a time, so that what a book did is not seen together with what another did before or after it.
    house.rowsPerTurn = 1
    const { auditor } = house
    this.#random = random
    this.#world = world
    this.#house = house
    this.#prices = new TogetherPrices(random, house, {
      rounds: new Prices(random, house, [OWN_OF_ROUNDS]),
      futures: new FuturesPrices(random, house, futures),
      oversea: new OverseaPrices(random, house, oversea),
    })
    this.#rounds = new RoundMembers(random, house, auditor.rounds, rounds.members)
    this.#futures = new FuturesMembers(random, house, auditor.futures, futures)
    this.#oversea = new OverseaMembers(random, house, auditor.oversea, oversea)
    this.#money = new MoneyMembers(random, house, rounds.members, false)
    const traders = {
      configure: (isLeft: boolean) => random.pick([this.#futures, this.#oversea]).configure(isLeft),
      act: () => this.#act(),
    }
    this.#operators = new Operators(seed, house, traders, (downMs, isDurable) => {
      house.crash(downMs, isDurable)
      this.#prices.restart()
    })
    this.#stops = new StopOperators(seed, house, rounds.sites)
    this.#thresholds = new ThresholdOperators(seed, house, rounds.sites)
    this.#staff = new StaffMembers(seed, house, rounds.sites)
    this.#activity = random.pick([15, 30, 60])
    this.#crashAt = random.int(1, steps) // one at least
    this.#open()
  }

  #open(): void {
    const random = this.#random
    for (const member of this.#world.rounds.members)
      this.#house.command({
        kind: 'openMember',
        ...bySystem(member.siteId),
        ...member,
        grants: [
          { type: 'BINARY', currency: 'KRW', amount: BigInt(random.int(400, 8_000)) * 1_000n },
          { type: 'FUTURES', currency: 'USDT', amount: BigInt(random.int(50, 8_000)) * 100_000_000n },
        ],
      })
    this.#futures.settle()
    this.#house.commit()
  }

  step(step: number): void {
    const random = this.#random
    const house = this.#house
    const prices = this.#prices
    prices.pass(random.int(5, random.chance(70) ? 160 : 900))
    const dice = random.int(0, 99_999)
    if (dice < 500 || (!prices.isOpen && random.chance(4))) prices.leap()
    else if (dice < 1_500) prices.pass(random.int(5_000, random.chance(30) ? 120_000 : 20_000))
    else if (dice < 1_700) prices.gap()
    else if (dice < 1_900) prices.jump()
    else if (dice < 1_930) prices.halt()
    else if (dice < 1_960) prices.disturb()
    else if (dice < 2_050 || step === this.#crashAt) this.#crash()
    else if (dice < 2_110) this.#crashAtStrike()
    else if (dice < 2_160) {
      house.commit()
      house.checkRestore()
    } else if (dice < 2_250) random.pick([this.#rounds, this.#futures, this.#oversea]).configure()
    else if (dice < 2_400) this.#protect()
    this.#operators.step()
    this.#stops.step()
    this.#thresholds.step()
    this.#staff.step()
    this.#money.pass()
    prices.next()
    // Now and then what a price caused is not worked off before the next thing happens.
    if (random.chance(90)) house.advance()
    if (random.chance(this.#activity)) this.#act()
    if (random.chance(8)) house.commit()
  }

  /** Everything that ends by itself comes to its end. */
  end(): SimulationResult {
    const house = this.#house
    this.#prices.rest()
    house.auditor.auditStore(house.store, false)
    house.auditor.auditRest()
    return {
      seed: this.#seed,
      steps: this.#steps,
      trail: createHash('sha256').update(house.trail.join('\n')).digest('hex'),
      counts: { ticks: this.#prices.count, ...house.auditor.counts },
      refusals: house.auditor.refusals,
    }
  }

  #act(): void {
    const random = this.#random
    const dice = random.int(0, 99)
    if (random.chance(40)) this.#money.act()
    else if (dice < 38) this.#rounds.bet()
    else if (dice < 40 && this.#rounds.hasBet) this.#rounds.repeat()
    else if (dice < 42) this.#foreignKey()
    else if (dice < 66 || (!this.#prices.isOpen && dice < 94)) this.#futures.act()
    else this.#oversea.act()
  }

  /** A client that uses a key of one book for a request of another. */
  #foreignKey(): void {
    const key = this.#rounds.newestKey
    if (!key) return
    const { member, key: used } = key
    this.#house.command({
      kind: 'cancelOrders',
      ...byMember(member, { ...used, route: 'POST /api/futures/order/cancel_all' }),
      book: 'futures',
      optionId: null,
    })
  }

  #protect(): void {
    const dice = this.#random.int(0, 99)
    if (dice < 40) this.#rounds.setLimits()
    else if (dice < 55) this.#rounds.use()
    else if (dice < 65) this.#rounds.confirmLimits()
    else if (dice < 75) this.#rounds.coolOff()
    else if (dice < 80) this.#rounds.exclude()
    else if (dice < 92) this.#rounds.setStatus()
    else this.#rounds.voidRound()
  }

  #crash(): void {
    const random = this.#random
    const downMs = random.pick([1, 5, 300, 800, 2_900, 3_100, 20_000, 90_000, 700_000, 8 * 3_600_000, 26 * 3_600_000])
    this.#house.crash(downMs, random.chance(50))
    this.#prices.restart()
  }

  /** A house that dies while the strike of a bet is awaited, and is back before it is too late for one. */
  #crashAtStrike(): void {
    const random = this.#random
    this.#rounds.bet()
    if (random.chance(70)) this.#house.commit()
    this.#prices.pass(random.int(1, 600))
    this.#house.crash(random.pick([1, 5, 300, 800, 1_900, 2_900]), random.chance(50))
    this.#prices.restart()
  }
}
