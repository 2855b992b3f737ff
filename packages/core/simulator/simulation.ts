import { createHash } from 'node:crypto'
import { bySystem, type Effects } from '../src/index.ts'
import { Auditor } from './auditor.ts'
import { CeilingOperators } from './ceilings.ts'
import { House } from './house.ts'
import { RoundMembers } from './members.ts'
import { Prices } from './prices.ts'
import { Random } from './random.ts'
import { StaffMembers } from './staff.ts'
import { StopOperators } from './stops.ts'
import { Store } from './store.ts'
import { makeWorld } from './world.ts'

export interface SimulationResult {
  readonly seed: number
  readonly steps: number
  readonly trail: string // SHA-256 over every reply and event
  readonly counts: Readonly<Record<string, number>>
  readonly refusals: ReadonlyMap<string, number>
}

/** Plays `steps` steps of members, prices, gaps, clock jumps and crashes, then lets everything come to rest. Throws at the first broken rule. */
export function simulate(seed: number, steps: number, tamper?: (effects: Effects) => Effects): SimulationResult {
  const random = new Random(seed)
  const world = makeWorld(random)
  const start = 1_790_000_000_000 + random.int(0, 86_400_000)
  const house = new House(new Store(world.sites, { options: world.options }), new Auditor(world), start, tamper)
  const prices = new Prices(random, house, world.instruments)
  const members = new RoundMembers(random, house, house.auditor, world.members)
  const stops = new StopOperators(seed, house, world.sites)
  const ceilings = new CeilingOperators(seed, house, world.members)
  const staff = new StaffMembers(seed, house, world.sites)
  const crashes = random.chance(80)

  for (const { siteId, memberId } of world.members)
    house.command({
      kind: 'openMember',
      ...bySystem(siteId),
      memberId,
      grants: [
        { type: 'BINARY', currency: 'KRW', amount: BigInt(random.int(20, 10_000)) * 1_000n },
        { type: 'FUTURES', currency: 'USDT', amount: 1_000_000_000_000n },
      ],
    })
  house.commit()

  for (let step = 0; step < steps; step++) {
    stops.step()
    ceilings.step()
    staff.step()
    const dice = random.int(0, 999)
    if (dice < 420) pass(house, prices, random.int(1, 900))
    else if (dice < 425) pass(house, prices, random.int(20_000, 400_000))
    else if (dice < 426) pass(house, prices, random.int(20, 30) * 3_600_000)
    else if (dice < 435) prices.gap(random.int(1_000, 12_000))
    else if (dice < 438) prices.disturb()
    else if (dice < 448 && crashes) {
      house.crash(random.pick([1, 5, 800, 2_900, 3_000, 3_001, 20_000, 90_000]), random.chance(50))
      prices.restart()
    } else if (dice < 500) house.commit()
    else if (dice < 515) members.setLimits()
    else if (dice < 518) members.confirmLimits()
    else if (dice < 519) members.coolOff()
    else if (dice < 520) members.exclude()
    else if (dice < 522) members.setStatus()
    else if (dice < 523) members.configure()
    else if (dice < 527) members.change()
    else if (dice < 529) members.voidRound()
    else if (dice < 531) members.stall()
    else if (dice < 535) members.use()
    else if (dice < 560 && members.hasBet) members.repeat()
    else if (!members.bet()) continue
    else if (crashes && random.chance(2)) crashBesideStake(house, prices, random)
    if (random.chance(15)) house.commit()
    if (house.pending === 0 && random.chance(2)) house.checkRestore()
  }

  // Liveness: without faults, everything that is open comes to its end.
  prices.calm()
  for (let index = 0; index < 1_400; index++) pass(house, prices, 500)
  house.commit()
  house.auditor.auditStore(house.store)
  house.auditor.auditRest()
  return {
    seed,
    steps,
    trail: createHash('sha256').update(house.trail.join('\n')).digest('hex'),
    counts: house.auditor.counts,
    refusals: house.auditor.refusals,
  }
}

/** A start right after a stake: what its strike was may be lost. */
function crashBesideStake(house: House<Auditor>, prices: Prices, random: Random): void {
  house.now += random.int(0, 900)
  prices.pass()
  if (random.chance(50)) house.commit()
  house.crash(random.pick([1, 5, 200, 800, 2_900]), random.chance(50))
  prices.restart()
}

/** Lets `ms` pass in strides, with prices on the way. */
function pass(house: House<Auditor>, prices: Prices, ms: number): void {
  const until = house.now + ms
  const stride = ms > 3_600_000 ? 600_000 : ms > 20_000 ? 1_000 : 250
  while (house.now < until) {
    house.now = Math.min(until, house.now + stride)
    prices.pass()
    house.advance()
    if (stride > 250) house.commit() // no batch stays open for long
  }
}
