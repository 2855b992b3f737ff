import { shippedRound, shippedSite } from '../src/configuration/shipped.ts'
import type { RoundOption, SiteConfig } from '../src/index.ts'
import type { Random } from './random.ts'

export interface SimMember {
  readonly siteId: number
  readonly memberId: number
}

/** Who gives the commands of operators. */
export const OPERATOR = 9_000_001

/** Instruments, sites, options and members of one run; small limits, so that they are met. */
export interface World {
  readonly instruments: readonly string[]
  readonly sites: readonly SiteConfig[]
  readonly options: readonly RoundOption[]
  readonly members: readonly SimMember[]
}

const types = ['R.5', 'R1', 'R2', 'R5', 'B1', 'B2', 'B5'] as const

/** Where other numbers than the shipped ones come from; null in half of the runs, which play as shipped. */
export function variation(random: Random): Random | null {
  const aside = random.aside()
  return aside.chance(50) ? aside : null
}

/** What a site says of margin accounts and of the leverage of young members; all members of a run are young. */
export const siteOf = (siteId: number, varied: Random | null): SiteConfig => ({
  ...shippedSite,
  siteId,
  ...(varied && {
    ...varied.pick([
      {},
      { futuresWarnPpm: 600_000, futuresCalmPpm: 500_000, overseaLosscutPpm: 250_000 },
      { futuresWarnPpm: 900_000, futuresCalmPpm: 400_000, overseaWarnPpm: 300_000, overseaCalmPpm: 700_000 },
    ]),
    isYoungCapped: varied.chance(40),
    // Asked aside: all other numbers of a run stay what they were.
    isReleaseHalved: varied.aside().chance(60),
    isSessionEndHalved: varied.aside().chance(60),
  }),
})

/** What both books of margin trading say of executions. */
export const variedTerms = (varied: Random) => ({
  execDelayMs: varied.pick([150, 300, 700]),
  execWaitMs: varied.pick([1_000, 3_000]),
  depthMs: varied.pick([500, 2_000, 8_000]),
  priceBandPpm: varied.pick([50_000, 100_000]),
})

/** `share`: of all types of rounds on all instruments, how many of a hundred a site has. */
export function makeWorld(random: Random, instruments = ['BTCUSDT', 'ETHUSDT'], share = 60): World {
  const varied = variation(random)
  const sites = [1, 15].map((siteId) => ({
    ...siteOf(siteId, varied),
    maxDayExposure: BigInt(random.int(3, 300)) * 1_000_000n,
  }))
  const options: RoundOption[] = []
  for (const { siteId } of sites)
    for (const instrument of instruments)
      for (const type of types)
        if (random.chance(share) || options.length === 0)
          options.push({
            siteId,
            id: 100 + options.length,
            stock: `CR_${instrument}`,
            instrument,
            koName: instrument,
            precision: 1,
            ...shippedRound(type),
            isStop: random.chance(4),
            payoutRateBp: type.startsWith('B') ? random.int(15_000, 19_000) : random.int(15_000, 19_800),
            maxExposure: BigInt(random.int(1, 50)) * 1_000_000n,
          })
  const members = sites.flatMap(({ siteId }) =>
    Array.from({ length: 6 }, (_, index) => ({ siteId, memberId: siteId * 1_000 + index })),
  )
  return { instruments, sites, options, members }
}
