import { createHash } from 'node:crypto'
import { bySystem, type Effects } from '../../src/index.ts'
import { House } from '../house.ts'
import { Random } from '../random.ts'
import type { SimulationResult } from '../simulation.ts'
import { StaffMembers } from '../staff.ts'
import { Store } from '../store.ts'
import { wallOf } from '../uses.ts'
import { siteOf } from '../world.ts'
import { CommissionStaff } from './commissions/members.ts'
import { MoneyMembers } from './members.ts'
import { floatsOf, merchantsOf } from './p2p/world.ts'
import { MoneyWatcher } from './watcher.ts'
import { moneyOf } from './world.ts'

const sites = [1, 15]
const members = Array.from({ length: 10 }, (_, index) => ({ siteId: sites[index % 2]!, memberId: 11 + index }))

/** Plays members, the desk, providers and crashes, and no trading: money in and out alone. Throws at the first broken rule. */
export function simulateMoney(seed: number, steps: number, tamper?: (effects: Effects) => Effects): SimulationResult {
  const random = new Random(seed)
  const configs = sites.map((siteId) => siteOf(siteId, null))
  const store = new Store(configs, {
    moneyConfigs: sites.map(moneyOf),
    merchants: sites.flatMap(merchantsOf),
    house: sites.flatMap(floatsOf),
  })
  const start = 1_790_000_000_000 + random.int(0, 86_400_000)
  const house = new House(store, new MoneyWatcher(moneyOf(1)), start, tamper)
  // One thing at a time, so that what a price decides is not seen together with what it decides after that.
  house.rowsPerTurn = 1
  const play = new MoneyMembers(random, house, members, true)
  const aside = random.aside()
  const commissions = new CommissionStaff(aside, house, members)
  const activity = random.pick([20, 50, 80])
  for (const { siteId, memberId } of members) {
    const amount = BigInt(random.int(400, 12_000)) * 1_000n
    const grants = [
      { type: 'BINARY', currency: 'KRW', amount } as const,
      { type: 'FUTURES', currency: 'USDT', amount: BigInt(random.int(50, 8_000)) * 100_000_000n } as const,
    ]
    house.command({ kind: 'openMember', ...bySystem(siteId), memberId, grants })
  }
  const staff = new StaffMembers(seed, house, configs)
  house.commit()
  house.auditor.backedUp()
  let restore = store.backUp()
  for (let step = 0; step < steps; step++) {
    const dice = random.int(0, 999)
    // No batch stays open for long.
    if (dice >= 900) house.commit()
    house.now +=
      dice < 900 ? random.int(5, 900) : dice < 995 ? random.int(5_000, 60_000) : random.int(1, 30) * 3_600_000
    house.advance()
    if (random.chance(20)) house.auditor.forget(store.forgetReplies(house.now - 25 * 3_600_000))
    play.pass()
    staff.step()
    if (random.chance(activity)) play.act()
    if (aside.chance(4)) commissions.act()
    if (random.chance(15)) house.commit()
    if (random.chance(1)) house.crash(random.pick([1, 800, 20_000, 700_000, 90_000_000]), random.chance(50))
    if (random.chance(2)) {
      house.commit()
      house.auditor.backedUp()
      restore = store.backUp()
    }
    if (random.int(0, 599) === 0) {
      house.beginAnew(random.pick([1, 20_000, 700_000]), () => {
        restore()
        store.barPayouts(sites, wallOf(house.now))
        house.auditor.restored(store)
      })
      play.restored()
      commissions.restored()
    }
    if (house.pending === 0 && random.chance(5)) house.checkRestore()
  }
  house.commit()
  house.auditor.auditStore(house.store)
  return {
    seed,
    steps,
    trail: createHash('sha256').update(house.trail.join('\n')).digest('hex'),
    counts: house.auditor.counts,
    refusals: house.auditor.refusals,
  }
}
