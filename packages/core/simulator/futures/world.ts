import { shippedFutures } from '../../src/configuration/shipped.ts'
import type { FuturesOption, SiteConfig } from '../../src/index.ts'
import type { Random } from '../random.ts'
import { type SimMember, siteOf, variation, variedTerms } from '../world.ts'

/** Perpetuals, sites and members of one run; low brackets and small wallets, so that every tier and limit is met. */
export interface FuturesWorld {
  readonly sites: readonly SiteConfig[]
  readonly options: readonly FuturesOption[]
  readonly members: readonly SimMember[]
  /** Members of one site that share a device. */
  readonly groups: readonly (readonly number[])[]
}

/** Symbol, decimals of price and quantity, tick size, step, and a price to start from. */
const instruments = [
  ['BTCUSDT', 1, 3, 1, 1, 600_000],
  ['ETHUSDT', 2, 3, 5, 10, 300_000],
  ['XRPUSDT', 4, 1, 1, 1, 22_000],
] as const

export const startPriceOf = (symbol: string): number => instruments.find(([name]) => name === symbol)![5]

export function makeFuturesWorld(random: Random): FuturesWorld {
  const varied = variation(random)
  const sites = [1, 15].map((siteId) => siteOf(siteId, varied))
  const options = sites.flatMap(({ siteId }) =>
    instruments.map(([symbol, precision, qtyPrecision, tickUnits, stepUnits], index): FuturesOption => {
      const maintenance = random.pick([4_000, 10_000])
      return {
        ...shippedFutures,
        siteId,
        id: index + 1,
        stock: `CR_${symbol}PERP`,
        instrument: symbol,
        koName: symbol,
        precision,
        tickUnits,
        qtyPrecision,
        stepUnits,
        minQty: stepUnits,
        makerPpm: random.pick([400, 200, 0]),
        maxOpenOrders: 8,
        defaultLeverage: random.pick([10, 20]),
        ...(varied && {
          ...variedTerms(varied),
          seasonMs: varied.pick([60_000, 5_000]),
          entryRatioPpm: varied.pick([800_000, 300_000]),
          slipPpm: varied.pick([10_000, 4_000]),
          closeSlipPpm: varied.pick([50_000, 20_000]),
          maxFunding: varied.pick([1_000_000, 200_000]),
          // Asked aside: all other numbers of a run stay what they were.
          jumpPpm: varied.aside().pick([30_000, 8_000, 100_000]),
        }),
        brackets: bracketsOf([
          [random.int(1, 5) * 1_000, 100, maintenance],
          [random.int(6, 20) * 1_000, 50, maintenance + 3_000],
          [random.int(30, 90) * 1_000, 20, 25_000],
          [400_000, 5, 90_000],
        ]),
      }
    }),
  )
  const members = sites.flatMap(({ siteId }) =>
    Array.from({ length: 6 }, (_, index) => ({ siteId, memberId: siteId * 1_000 + index })),
  )
  const groups = sites.map(({ siteId }) => [0, 1].map((index) => siteId * 1_000 + index))
  return { sites, options, members, groups }
}

/** Cap in USDT, leverage and rate of each bracket; what is taken off keeps maintenance continuous. */
export function bracketsOf(rows: readonly (readonly [cap: number, leverage: number, mmrPpm: number])[]) {
  let cum = 0n
  let before = { cap: 0, mmrPpm: 0 }
  return rows.map(([cap, maxLeverage, mmrPpm]) => {
    cum += BigInt(before.cap) * 100n * BigInt(mmrPpm - before.mmrPpm)
    before = { cap, mmrPpm }
    return { notionalCap: BigInt(cap) * 100_000_000n, maxLeverage, mmrPpm, cum }
  })
}
