import { type TradeType, TradeType as TradeTypes } from '@maru/contract'
import { type RoundOption, shippedRound, shippedSite, tables } from '@maru/core'
import type { Instrument } from '@maru/market'
import { addMissing } from '../journal/index.ts'
import type { Database } from '../ports.ts'

/** The first option id of each demo site; ids below 100,000 are never handed out by the sequence. */
const firstOptionId: Readonly<Record<number, number>> = { 1: 0, 15: 15_000, 25: 25_000, 33: 33_000 }
/** The sites that a demo house has. */
export const demoSites = Object.keys(firstOptionId).map(Number)
const onEverySite = ['BTCUSDT', 'ETHUSDT']

/**
 * The demo sites' round options: all cryptos and types on site 1, BTC and ETH on the others. Binary types play only where the
 * tick size is small against a 30 s move (rules A): of these instruments, BTC and ETH.
 */
export function demoRoundOptions(instruments: Iterable<Instrument>): RoundOption[] {
  const cryptos = [...instruments].filter(({ kind }) => kind === 'crypto')
  return Object.entries(firstOptionId).flatMap(([site, first]) =>
    cryptos
      .map((instrument, place) => ({ instrument, place }))
      .filter(({ instrument }) => site === '1' || onEverySite.includes(instrument.symbol))
      .flatMap(({ instrument, place }) =>
        TradeTypes.options.map((type, index) =>
          shippedOption(Number(site), first + 10 * place + index + 1, instrument, type),
        ),
      ),
  )
}

/** An option of rounds with what is shipped. */
export function shippedOption(siteId: number, id: number, instrument: Instrument, type: TradeType): RoundOption {
  const binary = type.startsWith('B')
  return {
    siteId,
    id,
    stock: `CR_${instrument.symbol}`,
    instrument: instrument.symbol,
    koName: instrument.koName,
    precision: instrument.precision,
    ...shippedRound(type),
    isPlay: !binary || onEverySite.includes(instrument.symbol),
  }
}

/** Writes missing rows only: operators may have changed existing ones. */
export async function seedRoundOptions(db: Database, instruments: Iterable<Instrument>): Promise<void> {
  const options = demoRoundOptions(instruments)
  await db.system(async (tx) => {
    const configs = demoSites.map((siteId) => ({ siteId, ...shippedSite }))
    await addMissing(tx, tables.sites, configs)
    await addMissing(tx, tables.options, options)
  })
}
