import { createHash } from 'node:crypto'
import { bySystem, type Effects } from '../../src/index.ts'
import { kstMidnight } from '../../src/kst.ts'
import { FuturesPrices } from '../futures/prices.ts'
import { House } from '../house.ts'
import { Random } from '../random.ts'
import type { SimulationResult } from '../simulation.ts'
import { StopOperators } from '../stops.ts'
import { Store } from '../store.ts'
import { CopyAuditor } from './auditor.ts'
import { CopyMembers } from './members.ts'
import { makeCopyWorld } from './world.ts'

/** Plays `steps` prices with traders, those who follow them, fan-outs, stops and crashes between. Throws at the first broken rule. */
export function simulateCopies(seed: number, steps: number, tamper?: (effects: Effects) => Effects): SimulationResult {
  const random = new Random(seed)
  const world = makeCopyWorld(random)
  // 00:00 KST comes while it is played.
  const start = kstMidnight(1_790_000_000_000) - random.int(0, steps * 70)
  const store = new Store(world.sites, { futuresOptions: world.options })
  const house = new House(store, new CopyAuditor(world), start, tamper)
  const prices = new FuturesPrices(random, house, world)
  const members = new CopyMembers(random, house, house.auditor, world)
  const stops = new StopOperators(seed, house, world.sites)
  const activity = random.pick([5, 10, 20])
  const crashAt = random.int(1, steps) // one at least

  for (const member of world.members)
    house.command({
      kind: 'openMember',
      ...bySystem(member.siteId),
      ...member,
      grants: [{ type: 'FUTURES', currency: 'USDT', amount: BigInt(random.int(120, 20_000)) * 100_000_000n }],
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
    else if (dice < 100) prices.gap(random.int(1_000, 9_000))
    else if (dice < 200) prices.jump()
    else if (dice < 300 || step === crashAt) {
      house.crash(random.pick([1, 5, 800, 2_900, 20_000, 900_000]), random.chance(50))
      prices.restart()
    } else if (dice < 340) {
      house.commit()
      house.checkRestore()
    }
    stops.step()
    prices.next()
    // Now and then what a price caused is not worked off before the next thing happens.
    if (random.chance(85)) house.advance(random.pick([1, 20, 200]))
    else if (random.chance(50)) house.step(random.pick([1, 5]))
    if (random.chance(activity)) members.act()
    if (random.chance(8)) house.commit()
  }

  prices.calm()
  for (let index = 0; index < 120; index++) {
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
    counts: { ticks: prices.count, ...house.auditor.futures.counts, ...house.auditor.counts },
    refusals: house.auditor.refusals,
  }
}
