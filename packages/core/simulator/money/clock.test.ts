import { expect, test } from 'vitest'
import { bySystem } from '../../src/index.ts'
import { House } from '../house.ts'
import { Random } from '../random.ts'
import { Store } from '../store.ts'
import { siteOf } from '../world.ts'
import { ClockWatcher } from './clock.ts'
import { MoneyMembers } from './members.ts'
import { floatsOf, merchantsOf } from './p2p/world.ts'
import { moneyOf } from './world.ts'

const sites = [1, 15]
const hourMs = 3_600_000

/** Plays members, the desk and providers on a wall clock that is set back now and then, before a start and under a running house. */
function play(seed: number, steps: number) {
  const random = new Random(seed)
  const store = new Store(
    sites.map((siteId) => siteOf(siteId, null)),
    {
      moneyConfigs: sites.map(moneyOf),
      merchants: sites.flatMap(merchantsOf),
      house: sites.flatMap(floatsOf),
    },
  )
  const watcher = new ClockWatcher(moneyOf(1))
  const house = new House(store, watcher, 1_790_000_000_000 + random.int(0, 24 * hourMs))
  house.rowsPerTurn = 1
  const members = Array.from({ length: 4 }, (_, index) => ({ siteId: sites[index % 2]!, memberId: 11 + index }))
  const outside = new MoneyMembers(random, house, members, true)
  for (const member of members) {
    const grants = [
      { type: 'BINARY', currency: 'KRW', amount: 12_000_000n } as const,
      { type: 'FUTURES', currency: 'USDT', amount: 8_000n * 100_000_000n } as const,
    ]
    house.command({ kind: 'openMember', ...bySystem(member.siteId), memberId: member.memberId, grants })
  }
  house.commit()
  let setBack = 0
  let newest = 0
  for (let step = 0; step < steps; step++) {
    const isShort = random.chance(95)
    // No batch stays open for long.
    if (!isShort) house.commit()
    house.now += isShort ? random.int(5, 900) : random.int(1, 12) * hourMs
    newest = Math.max(newest, house.now - house.wallBackMs)
    if (random.chance(3)) {
      setBack++
      // Over midnight too; a day that is over is known for a day more.
      const back = house.wallBackMs + random.pick([2_000, 9 * hourMs, 15 * hourMs])
      house.wallBackMs = Math.min(back, house.now - newest + 20 * hourMs)
      watcher.setBack(house.wallBackMs)
      if (random.chance(60)) house.crash(1, random.chance(50))
    }
    house.advance()
    outside.pass()
    outside.act()
    if (random.chance(15)) house.commit()
    if (house.pending === 0 && random.chance(5)) house.checkRestore()
  }
  house.commit()
  watcher.auditStore(store)
  return { ...watcher.days, crashes: watcher.counts['crashes'], setBack }
}

test('whatever the wall clock shows the ledger balances, no day begins twice, and what a day has used stays used', () => {
  for (const seed of [1, 2, 3]) for (const count of Object.values(play(seed, 1_500))) expect(count).toBeGreaterThan(0)
})
