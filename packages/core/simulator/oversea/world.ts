import { shippedOversea } from '../../src/configuration/shipped.ts'
import type { HouseRow, OverseaOption, SiteConfig } from '../../src/index.ts'
import type { Random } from '../random.ts'
import { type SimMember, siteOf, variation, variedTerms } from '../world.ts'
import { Calendar } from './calendar.ts'

/** Contracts, sites, members and the calendar of one run; small limits, so that they are met. */
export interface OverseaWorld {
  readonly sites: readonly SiteConfig[]
  readonly options: readonly OverseaOption[]
  readonly members: readonly SimMember[]
  readonly house: readonly HouseRow[]
  readonly calendar: Calendar
}

/** Symbol, decimals, tick size in price units, tick value in 10^-4 dollars, margin and fee in dollars, contracts, and a price to start from. */
const instruments = [
  ['EURUSD', 5, 10, 12_500n, 400n, 1n, 30, 110_000],
  ['XAUUSD', 2, 10, 10_000n, 2_000n, 2n, 20, 300_000],
  ['NAS100USD', 2, 25, 5_000n, 3_000n, 2n, 20, 2_400_000],
] as const

export const startPriceOf = (symbol: string): number => instruments.find(([name]) => name === symbol)![7]

const terms = (random: Random) => ({
  jumpPpm: random.pick([10_000, 3_000, 40_000]),
  slipPpm: random.pick([10_000, 2_000]),
  closeSlipPpm: random.pick([50_000, 5_000]),
})

export function makeOverseaWorld(random: Random): OverseaWorld {
  const varied = variation(random)
  const sites = [1, 15].map((siteId) => siteOf(siteId, varied))
  const isDemo = random.chance(40)
  const fixLeadMs = isDemo ? 180_000 : 600_000
  const options = sites.flatMap(({ siteId }) =>
    instruments.map(
      ([instrument, precision, tickUnits, tickValue, margin, fee, maxCount], index): OverseaOption => ({
        ...shippedOversea,
        siteId,
        id: index + 1,
        stock: `OV_${instrument}`,
        instrument,
        koName: instrument,
        precision,
        tickUnits,
        tickValue,
        margin: margin * 10_000n,
        fee: fee * random.pick([10_000n, 7_500n]),
        maxCount,
        lotsPerTick: random.pick([10, 4, 1]),
        maxOpenOrders: 4,
        longRatePpm: random.int(-40_000, 40_000),
        shortRatePpm: random.int(-40_000, 40_000),
        fixLeadMs,
        ...(varied && {
          ...variedTerms(varied),
          maxExitTicks: varied.pick([1_000, 200]),
          overnightTimes: varied.pick([2, 3]),
          // Asked aside: all other numbers of a run stay what they were.
          ...terms(varied.aside()),
        }),
      }),
    ),
  )
  const members = sites.flatMap(({ siteId }) =>
    Array.from({ length: 6 }, (_, index) => ({ siteId, memberId: siteId * 1_000 + index })),
  )
  const house = sites.flatMap(({ siteId }): HouseRow[] => {
    const balance = BigInt(random.pick([0, 0, 3_000_000]))
    return [
      { siteId, account: 'INSURANCE_FUND', sub: '', currency: 'KRW', balance },
      { siteId, account: 'PROVIDER_CLEARING', sub: '', currency: 'KRW', balance: -balance },
    ]
  })
  const calendar = new Calendar(
    random,
    instruments.map(([instrument]) => instrument),
    isDemo,
  )
  return { sites, options, members, house, calendar }
}
