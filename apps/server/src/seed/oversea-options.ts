import { type OverseaOption, shippedOversea, tables } from '@maru/core'
import { type Calendar, isOverseas, type MarketInstrument } from '@maru/market'
import { addMissing } from '../journal/index.ts'
import type { Database } from '../ports.ts'
import { sitesWith } from './sites-with.ts'

type Terms = Pick<OverseaOption, 'tickValue' | 'margin' | 'fee' | 'maxCount' | 'longRatePpm' | 'shortRatePpm'>

/** Terms of rules C in 10^-4 dollars, modelled on the venue's small contracts, and the venue's rates of a night in millionths a year. */
const terms: Readonly<Record<string, Terms>> = {
  EURUSD: {
    tickValue: 12_500n,
    margin: 4_000_000n,
    fee: 10_000n,
    maxCount: 30,
    longRatePpm: -22_500,
    shortRatePpm: -500,
  },
  GBPAUD: {
    tickValue: 10_000n,
    margin: 4_000_000n,
    fee: 10_000n,
    maxCount: 30,
    longRatePpm: -13_700,
    shortRatePpm: -12_700,
  },
  XAUUSD: {
    tickValue: 10_000n,
    margin: 20_000_000n,
    fee: 15_000n,
    maxCount: 20,
    longRatePpm: -16_600,
    shortRatePpm: -7_500,
  },
  NAS100: {
    tickValue: 5_000n,
    margin: 30_000_000n,
    fee: 15_000n,
    maxCount: 20,
    longRatePpm: -27_400,
    shortRatePpm: -22_600,
  },
  SPX500: {
    tickValue: 12_500n,
    margin: 23_000_000n,
    fee: 15_000n,
    maxCount: 20,
    longRatePpm: -27_400,
    shortRatePpm: -22_600,
  },
}

/** How long before a session of the demo calendar opens its rate is fixed: at 06:02 for 06:05. */
const demoFixLeadMs = 180_000

/** The overseas contracts of a site with the defaults of rules C, numbered by their instrument's place in the market's list. */
export function demoOverseaOptions(
  siteId: number,
  instruments: Iterable<MarketInstrument>,
  calendar: Calendar,
): OverseaOption[] {
  return [...instruments].filter(isOverseas).map((instrument, place) => {
    const own = terms[instrument.symbol]
    if (own === undefined) throw new Error(`no terms of a contract in ${instrument.symbol} are known`)
    return {
      ...shippedOversea,
      siteId,
      id: place + 1,
      stock: `OV_${instrument.symbol}`,
      instrument: instrument.symbol,
      koName: instrument.koName,
      precision: instrument.precision,
      tickUnits: instrument.tickUnits,
      ...own,
      ...(calendar === 'demo' && { fixLeadMs: demoFixLeadMs }),
    }
  })
}

/** Writes the contracts of every site whose flag 0 (overseas) is on, where they are not there yet: operators may have changed the rest. */
export async function seedOverseaOptions(
  db: Database,
  instruments: Iterable<MarketInstrument>,
  calendar: Calendar,
): Promise<void> {
  const kept = [...instruments]
  await db.system(async (tx) => {
    const sites = await sitesWith(tx, 0)
    const options = sites.flatMap((siteId) => demoOverseaOptions(siteId, kept, calendar))
    await addMissing(tx, tables.overseaOptions, options)
  })
}
