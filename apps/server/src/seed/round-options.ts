import { type TradeType, TradeType as TradeTypes } from '@maru/contract'
import { type RoundOption, tables } from '@maru/core'
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
        TradeTypes.options.map((type, index) => option(Number(site), first + 10 * place + index + 1, instrument, type)),
      ),
  )
}

/** How long before startAt (rent) or endAt (binary) stakes close. */
const lockLeadMs: Readonly<Record<TradeType, number>> = {
  'R.5': 3_000,
  R1: 5_000,
  R2: 5_000,
  R5: 5_000,
  B1: 30_000,
  B2: 30_000,
  B5: 60_000,
}

function option(siteId: number, id: number, instrument: Instrument, type: TradeType): RoundOption {
  const binary = type.startsWith('B')
  return {
    siteId,
    id,
    stock: `CR_${instrument.symbol}`,
    instrument: instrument.symbol,
    koName: instrument.koName,
    type,
    precision: instrument.precision,
    currency: 'KRW',
    isPlay: !binary || onEverySite.includes(instrument.symbol),
    isStop: false,
    payoutRateBp: binary ? 18_500 : 19_000,
    minPoint: 5_000n,
    maxPoint: 1_000_000n,
    unit: 1_000n,
    maxRoundPoint: 2_000_000n,
    maxBets: 5,
    minIntervalMs: 1_000,
    strikeDelayMs: 300,
    maxExposure: 50_000_000n,
    lockLeadMs: lockLeadMs[type],
    strikeWaitMs: 2_000,
  }
}

/** Writes missing rows only: operators may have changed existing ones. */
export async function seedRoundOptions(db: Database, instruments: Iterable<Instrument>): Promise<void> {
  const options = demoRoundOptions(instruments)
  await db.system(async (tx) => {
    const defaults = {
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
    const configs = demoSites.map((siteId) => ({ siteId, ...defaults }))
    await addMissing(tx, tables.sites, configs)
    await addMissing(tx, tables.options, options)
  })
}
