import { createHash } from 'node:crypto'
import { bySystem, type Effects } from '../../src/index.ts'
import { House } from '../house.ts'
import { Operators } from '../operators.ts'
import { Random } from '../random.ts'
import { ReleaseCalendar } from '../releases.ts'
import type { SimulationResult } from '../simulation.ts'
import { StaffMembers } from '../staff.ts'
import { StopOperators } from '../stops.ts'
import { Store } from '../store.ts'
import { ThresholdOperators } from '../thresholds.ts'
import { OverseaAuditor } from './auditor.ts'
import { OverseaMembers } from './members.ts'
import { OverseaPrices } from './prices.ts'
import { makeOverseaWorld } from './world.ts'

/**
 * Plays `steps` prices of overseas futures with members, gaps, halts and crashes between, above all around what happens in a
 * trading day: from each such moment time leaps to the next. Throws at the first broken rule.
 */
export function simulateOversea(seed: number, steps: number, tamper?: (effects: Effects) => Effects): SimulationResult {
  const random = new Random(seed)
  const world = makeOverseaWorld(random)
  const store = new Store(world.sites, { overseaOptions: world.options, house: world.house })
  const house = new House(store, new OverseaAuditor(world), world.calendar.start, tamper)
  const prices = new OverseaPrices(random, house, world)
  const members = new OverseaMembers(random, house, house.auditor, world)
  const operators = new Operators(seed, house, members, (downMs, isDurable) => {
    house.crash(downMs, isDurable)
    prices.restart()
  })
  const calendar = new ReleaseCalendar(seed, house, world.sites)
  const stops = new StopOperators(seed, house, world.sites)
  const thresholds = new ThresholdOperators(seed, house, world.sites)
  const staff = new StaffMembers(seed, house, world.sites)
  const activity = random.pick([4, 8, 16])
  const crashAt = random.int(1, steps) // one at least

  for (const member of world.members)
    house.command({
      kind: 'openMember',
      ...bySystem(member.siteId),
      ...member,
      grants: [{ type: 'BINARY', currency: 'KRW', amount: BigInt(random.int(600, 30_000)) * 1_000n }],
    })
  house.commit()

  for (let step = 0; step < steps; step++) {
    pass(house, prices, house.now + random.int(5, 160))
    const dice = random.int(0, 99_999)
    // While everything rests little happens.
    if (dice < 1_000 || (!prices.isOpen && random.chance(5))) {
      if (random.chance(40)) members.holdAll()
      leap(house, prices, random)
      // The moments of a trading day are when a start must know what it does not: prices, sessions, rates.
      if (random.chance(4)) crash(house, prices, random, [1, 4_000, 60_000, 240_000])
    } else if (dice < 1_080) prices.gap(random.pick([3_000, 9_000, 9_000, 400_000, 2_000_000]))
    else if (dice < 1_250) prices.jump()
    else if (dice < 1_275) prices.halt()
    else if (dice < 1_320 || step === crashAt) {
      crash(house, prices, random, [1, 5, 800, 2_900, 20_000, 20_000, 700_000, 8 * 3_600_000, 26 * 3_600_000])
    } else if (dice < 1_360) {
      house.commit()
      house.checkRestore()
    } else if (dice < 1_390) members.configure()
    operators.step()
    calendar.step()
    stops.step()
    thresholds.step()
    staff.step()
    prices.next()
    // Now and then what a price caused is not worked off before the next thing happens.
    if (random.chance(90)) house.advance(random.pick([1, 20, 200]))
    if (random.chance(activity)) members.act()
    if (random.chance(8)) house.commit()
  }

  rest(house, prices)
  house.auditor.auditStore(house.store)
  house.auditor.auditRest(house.store)
  return {
    seed,
    steps,
    trail: createHash('sha256').update(house.trail.join('\n')).digest('hex'),
    counts: { ticks: prices.count, ...house.auditor.counts },
    refusals: house.auditor.refusals,
  }
}

function crash(house: House, prices: OverseaPrices, random: Random, downMs: readonly number[]): void {
  house.crash(random.pick(downMs), random.chance(50))
  prices.restart()
}

/** Time goes to shortly before the next moment of a trading day; prices are elsewhere then. */
function leap(house: House, prices: OverseaPrices, random: Random): void {
  const { calendar } = prices
  pass(house, prices, Math.max(house.now, calendar.markAfter(house.now + 4_000) - random.int(0, 3_000)))
  house.commit()
  prices.drift()
}

/**
 * Nobody acts and nothing is missing any more: two ends of each instrument's sessions pass, with a few prices after every moment of a
 * trading day. A flag lasts one night, so nothing may be open then.
 */
function rest(house: House, prices: OverseaPrices): void {
  const { calendar } = prices
  prices.calm()
  const end = calendar.endsAfter(house.now, 2)
  while (house.now < end) {
    // What the calendar says may come 15 s late.
    pass(house, prices, calendar.markAfter(house.now) + 20_000)
    prices.drift()
    prices.nextOfAll()
    house.advance()
    house.commit()
  }
}

/** Lets time pass as the timers of a house do: what falls due is done when it is due. */
function pass(house: House, prices: OverseaPrices, until: number): void {
  do {
    const due = Math.min(house.nextDueAt ?? until, prices.nextAt(), until)
    house.now = Math.max(house.now + 1, due)
    prices.say()
    house.advance()
  } while (house.now < until)
}
