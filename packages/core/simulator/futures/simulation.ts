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
import { FuturesAuditor } from './auditor.ts'
import { FuturesMembers } from './members.ts'
import { FuturesPrices } from './prices.ts'
import { makeFuturesWorld } from './world.ts'

/** Plays `steps` trades, marks and order books of perpetuals with members, gaps, fundings and crashes between. Throws at the first broken rule. */
export function simulateFutures(seed: number, steps: number, tamper?: (effects: Effects) => Effects): SimulationResult {
  const random = new Random(seed)
  const world = makeFuturesWorld(random)
  const start = 1_790_000_000_000 + random.int(0, 86_400_000)
  const house = new House(
    new Store(world.sites, { futuresOptions: world.options }),
    new FuturesAuditor(world),
    start,
    tamper,
  )
  const prices = new FuturesPrices(random, house, world)
  const members = new FuturesMembers(random, house, house.auditor, world)
  const operators = new Operators(seed, house, members, (downMs, isDurable) => {
    house.crash(downMs, isDurable)
    prices.restart()
  })
  const calendar = new ReleaseCalendar(seed, house, world.sites)
  const stops = new StopOperators(seed, house, world.sites)
  const thresholds = new ThresholdOperators(seed, house, world.sites)
  const staff = new StaffMembers(seed, house, world.sites)
  const activity = random.pick([2, 5, 10])
  const crashAt = random.int(1, steps) // one at least

  for (const member of world.members)
    house.command({
      kind: 'openMember',
      ...bySystem(member.siteId),
      ...member,
      grants: [{ type: 'FUTURES', currency: 'USDT', amount: BigInt(random.int(50, 8_000)) * 100_000_000n }],
    })
  for (const [index, group] of world.groups.entries())
    for (const memberId of group) {
      const { siteId } = world.members.find((member) => member.memberId === memberId)!
      const trait = { kind: 'noteTrait', trait: 'DEVICE', hash: String(index).padStart(64, '0') } as const
      house.command({ ...trait, ...bySystem(siteId), memberId })
    }
  members.settle()
  house.commit()

  for (let step = 0; step < steps; step++) {
    house.now += random.int(5, 160)
    const dice = random.int(0, 99_999)
    if (dice < 30) house.now += random.int(2_000, 90_000)
    else if (dice < 80) prices.gap(random.int(1_000, 9_000))
    else if (dice < 160) prices.jump()
    else if (dice < 200 || step === crashAt) {
      house.crash(random.pick([1, 5, 800, 2_900, 20_000, 90_000, 900_000]), random.chance(50))
      prices.restart()
    } else if (dice < 240) {
      house.commit()
      house.checkRestore()
    } else if (dice < 270) members.configure()
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

  prices.calm()
  for (let index = 0; index < 60; index++) {
    house.now += 50
    prices.next()
    house.advance()
  }
  house.commit()
  house.auditor.auditStore(house.store)
  return {
    seed,
    steps,
    trail: createHash('sha256').update(house.trail.join('\n')).digest('hex'),
    counts: { ticks: prices.count, ...house.auditor.counts },
    refusals: house.auditor.refusals,
  }
}
