import { readdirSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import type { MarketInstrument } from '../instruments.ts'

/** A file that replay can read. */
export interface Recording {
  readonly kind: 'binance' | 'oanda'
  readonly instrument: MarketInstrument
  readonly path: string
  readonly file: string
  /** The day in the file's name, YYYYMMDD. */
  readonly day: string
}

const binanceFile = /^([a-z0-9]+)_(\d{8})(?:\.dat)?\.gz$/
const oandaFile = /(?:^|\/)oanda\/tick\/([a-z0-9]+)\/(\d{8})_quote\.zip$/

/**
 * The recordings of known instruments below a directory, by instrument and day: raw Binance USD-M streams
 * (`btcusdt_20230404.dat.gz`) and OANDA ticks as Lean lays them out (`oanda/tick/eurusd/20140502_quote.zip`).
 */
export function findRecordings(directory: string, instruments: readonly MarketInstrument[]): Recording[] {
  const known = new Map(instruments.map((instrument) => [instrument.symbol.toLowerCase(), instrument]))
  const recordings: Recording[] = []
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const binance = binanceFile.exec(entry.name)
    const oanda = binance ? null : oandaFile.exec(path.split(sep).join('/'))
    const [, symbol = '', day = ''] = binance ?? oanda ?? []
    const instrument = known.get(symbol)
    const kind = binance ? 'binance' : 'oanda'
    if (instrument && (kind === 'binance') === (instrument.kind === 'crypto'))
      recordings.push({ kind, instrument, path, file: basename(path), day })
  }
  return recordings.sort((a, b) => (a.instrument.symbol + a.day < b.instrument.symbol + b.day ? -1 : 1))
}
