import { type FuturesOption, shippedFutures, tables } from '@maru/core'
import { isOverseas, type MarketInstrument } from '@maru/market'
import { shippedBrackets } from '@maru/positions'
import { addMissing } from '../journal/index.ts'
import type { Database } from '../ports.ts'
import { sitesWith } from './sites-with.ts'

/** The perpetuals of a site with the defaults of rules B, numbered by their instrument's place in the market's list. */
export function demoFuturesOptions(siteId: number, instruments: Iterable<MarketInstrument>): FuturesOption[] {
  return [...instruments]
    .filter((instrument) => !isOverseas(instrument))
    .map((instrument, place) => ({
      ...shippedFutures,
      siteId,
      id: place + 1,
      stock: `CR_${instrument.symbol}PERP`,
      instrument: instrument.symbol,
      koName: instrument.koName,
      precision: instrument.precision,
      tickUnits: instrument.tickUnits,
      qtyPrecision: instrument.qtyPrecision,
      stepUnits: 1,
      minQty: 1,
      brackets: shippedBrackets(instrument.symbol),
    }))
}

/** Writes the perpetuals of every site whose flag 3 (futures) is on, where they are not there yet: operators may have changed the rest. */
export async function seedFuturesOptions(db: Database, instruments: Iterable<MarketInstrument>): Promise<void> {
  const kept = [...instruments]
  await db.system(async (tx) => {
    const sites = await sitesWith(tx, 3)
    const options = sites.flatMap((siteId) => demoFuturesOptions(siteId, kept))
    await addMissing(tx, tables.futuresOptions, options)
  })
}
