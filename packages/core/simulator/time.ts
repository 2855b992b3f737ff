import type { LimitSetting, Use } from '../src/index.ts'
import type { House } from './house.ts'
import type { Random } from './random.ts'
import type { Store } from './store.ts'
import type { SimMember } from './world.ts'

/** A time limit as members set one: mostly hours, now and then none. */
export const timeLimit = (random: Random): LimitSetting => ({
  kind: 'TIME',
  window: random.pick(['24h', '7d', '30d']),
  currency: 'MIN',
  amount: random.chance(15) ? null : BigInt(random.int(30, 600)),
})

/** A member uses the site for some minutes; a stretch may overlap an earlier one, and sometimes comes late. */
export function useSome(random: Random, house: House, { siteId, memberId }: SimMember): void {
  const agoMs = random.chance(60) ? 0 : random.int(1, 3_600_000)
  house.use({ siteId, memberId }, agoMs, random.chance(10) ? 0 : random.int(1, 90) * 60_000)
}

/** All that is known of how long a member was here. */
export const usesOf = ({ uses }: Store, memberId: number): Use[] => uses.filter((use) => use.memberId === memberId)
