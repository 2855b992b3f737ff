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

/** What holds for a site where nothing else is said. */
export const siteDefaults = {
  maxDayExposure: 300_000_000n,
  binaryCurrency: 'KRW',
  futuresWarnPpm: 800_000,
  futuresCalmPpm: 700_000,
  overseaLosscutPpm: 200_000,
  overseaWarnPpm: 400_000,
  overseaCalmPpm: 500_000,
  limitRiseWaitMs: 86_400_000,
  exclusionMinMonths: 6,
  realityCheckMs: 3_600_000,
  isYoungCapped: false,
  youngDays: 60,
  youngMaxLeverage: 20,
} as const

/** How long before their prices rounds lock (rules A). */
const lockLeads = { 'R.5': 3_000, R1: 5_000, R2: 5_000, R5: 5_000, B1: 30_000, B2: 30_000, B5: 60_000 } as const

const types = ['R.5', 'R1', 'R2', 'R5', 'B1', 'B2', 'B5'] as const

/** `share`: of all types of rounds on all instruments, how many of a hundred a site has. */
export function makeWorld(random: Random, instruments = ['BTCUSDT', 'ETHUSDT'], share = 60): World {
  const sites = [1, 15].map(
    (siteId): SiteConfig => ({
      siteId,
      ...siteDefaults,
      maxDayExposure: BigInt(random.int(3, 300)) * 1_000_000n,
    }),
  )
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
            type,
            precision: 1,
            currency: 'KRW',
            isPlay: true,
            isStop: random.chance(4),
            payoutRateBp: type.startsWith('B') ? random.int(15_000, 19_000) : random.int(15_000, 19_800),
            minPoint: 5_000n,
            maxPoint: 1_000_000n,
            unit: 1_000n,
            maxRoundPoint: 2_000_000n,
            maxBets: 5,
            minIntervalMs: 1_000,
            strikeDelayMs: 300,
            lockLeadMs: lockLeads[type],
            strikeWaitMs: 2_000,
            maxExposure: BigInt(random.int(1, 50)) * 1_000_000n,
          })
  const members = sites.flatMap(({ siteId }) =>
    Array.from({ length: 6 }, (_, index) => ({ siteId, memberId: siteId * 1_000 + index })),
  )
  return { instruments, sites, options, members }
}
