import { bySystem, type Minor } from '@maru/core'
import type { Deps } from '../../deps.ts'
import { demoSites } from '../../seed/round-options.ts'

/** Merchants of demo sites: what they ask above and pay below the mid, and what they trade. */
const demoMerchants: readonly (readonly [
  name: string,
  buyPpm: number,
  sellPpm: number,
  minWon: Minor,
  maxWon: Minor,
])[] = [
  ['모의상인 하늘', 1_800, 2_200, 100_000n, 5_000_000n],
  ['모의상인 바다', 3_300, 3_000, 50_000n, 3_000_000n],
  ['모의상인 들판', 5_100, 4_600, 100_000n, 10_000_000n],
  ['모의상인 구름', 1_100, 1_500, 500_000n, 5_000_000n],
]
const demoFloat: Minor = 200_000_00000000n

/** Opens the merchants of demo sites, each with coins in advance; a repeat changes nothing. */
export async function openDemoMerchants(
  { core }: Pick<Deps, 'core'>,
  isDemo: (siteId: number) => boolean,
): Promise<void> {
  for (const siteId of demoSites) {
    if (!core.serves(siteId) || !isDemo(siteId)) continue
    for (const [place, [name, buyPpm, sellPpm, minWon, maxWon]] of demoMerchants.entries()) {
      const merchantId = siteId * 100 + place + 1
      const terms = { merchantId, name, buyPpm, sellPpm, minWon, maxWon, float: demoFloat }
      const { status, body } = await core.submit({ kind: 'openMerchant', ...bySystem(siteId), ...terms })
      if (status >= 400) throw new Error(`the core refused merchant ${merchantId}: ${JSON.stringify(body)}`)
    }
  }
}
