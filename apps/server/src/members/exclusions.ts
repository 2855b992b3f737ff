import { randomUUID } from 'node:crypto'
import { byMember } from '@maru/core'
import type { Deps } from '../deps.ts'
import { noteExclusions, unexcluded } from './identity-store.ts'

const fewestMonths = 6

/**
 * Lets a self-exclusion hold on every account of the person, on all sites (rules J 7). It reads who is excluded and acts in his name where
 * one of his accounts is not; called twice, it does nothing the second time. Returns how many accounts it excluded.
 */
export async function spreadExclusions({ db, core, clocks, log }: Pick<Deps, 'db' | 'core' | 'clocks' | 'log'>) {
  const now = clocks.wall()
  const open = await db.system(async (tx) => {
    await noteExclusions(tx, now)
    return unexcluded(tx, now)
  })
  let count = 0
  for (const { siteId, memberId, until } of open.filter((one) => core.serves(one.siteId))) {
    const key = { key: randomUUID(), route: 'exclusion of the person', bodyHash: '' }
    const months = monthsUntil(now, until)
    const reply = await core.submit({ kind: 'selfExclude', ...byMember({ siteId, memberId }, key), months })
    if (reply.status === 200) count += 1
    else
      log.error({ site: siteId, member: memberId, status: reply.status }, 'an exclusion did not reach another account')
  }
  return count
}

/** So many whole months from `now` that they reach `until`. */
function monthsUntil(now: number, until: number): number {
  const date = new Date(now)
  let months = fewestMonths
  // The exclusion that spreads was set moments ago: its own months must not become one more.
  const enough = until - 86_400_000
  while (new Date(date).setUTCMonth(date.getUTCMonth() + months) < enough) months += 1
  return months
}
