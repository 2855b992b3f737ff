import { formatUnits } from '../decimal.ts'
import type { MarketInstrument } from '../instruments.ts'
import { Grid } from './grid.ts'
import { decimal, fields, MalformedMessage, text, whole } from './messages.ts'

/** What the venue says of our instruments: which of them can be followed, and why the others cannot. */
export interface Admission {
  readonly admitted: readonly MarketInstrument[]
  readonly refused: ReadonlyMap<string, string>
  /** Converts the prices of admitted instruments to our tick size. */
  readonly grids: ReadonlyMap<string, Grid>
  /** Notional below which the venue takes no order, per instrument. */
  readonly minNotional: ReadonlyMap<string, string>
  readonly weightPerMinute: number | null
  readonly serverTime: number
}

/**
 * Compares the venue's symbols with our instruments. One is admitted where the venue trades it, its tick size is ours or divides it, and its
 * quantities can be written in ours. Throws MalformedMessage.
 */
export function admit(exchangeInfo: unknown, instruments: readonly MarketInstrument[]): Admission {
  const info = fields(exchangeInfo)
  const symbols = info['symbols']
  if (!Array.isArray(symbols)) throw new MalformedMessage('no symbols')
  const listed = new Map(symbols.map((symbol: unknown) => [fields(symbol)['symbol'], fields(symbol)]))
  const refused = new Map<string, string>()
  const minNotional = new Map<string, string>()
  const grids = new Map<string, Grid>()
  const admitted = instruments.filter((instrument) => {
    const { symbol, feedSymbol } = instrument
    const found = listed.get(feedSymbol)
    const reason = found === undefined ? `${feedSymbol} is not listed` : unlike(found, instrument, grids, minNotional)
    if (reason !== null) refused.set(symbol, reason)
    return reason === null
  })
  return {
    admitted,
    refused,
    grids,
    minNotional,
    weightPerMinute: weightOf(info['rateLimits']),
    serverTime: whole(info, 'serverTime'),
  }
}

/** Why a listed symbol cannot be followed, or null. */
function unlike(
  found: Record<string, unknown>,
  instrument: MarketInstrument,
  grids: Map<string, Grid>,
  minNotional: Map<string, string>,
): string | null {
  const { symbol, feedSymbol, precision, tickUnits, qtyPrecision } = instrument
  try {
    const status = text(found, 'status')
    if (status !== 'TRADING') return `${feedSymbol} is ${status}`
    const filters = found['filters']
    if (!Array.isArray(filters)) throw new MalformedMessage('no filters')
    const filter = (type: string) => {
      const one = filters.find((some: unknown) => fields(some)['filterType'] === type)
      if (one === undefined) throw new MalformedMessage(`no ${type}`)
      return fields(one)
    }
    const tick = trimmed(decimal(filter('PRICE_FILTER'), 'tickSize'))
    const grid = Grid.of(instrument, tick)
    if (grid === null)
      return `${feedSymbol} has a tick of ${tick}, ours is ${trimmed(formatUnits(tickUnits, precision))}`
    const step = trimmed(decimal(filter('LOT_SIZE'), 'stepSize'))
    if (decimalsOf(step) > qtyPrecision)
      return `${feedSymbol} has a step of ${step}, finer than ${qtyPrecision} decimals`
    grids.set(symbol, grid)
    minNotional.set(symbol, trimmed(decimal(filter('MIN_NOTIONAL'), 'notional')))
    return null
  } catch (error) {
    if (error instanceof MalformedMessage) return `${feedSymbol}: ${error.message}`
    throw error
  }
}

/** The weight granted per minute, where the answer says it in the usual form. */
function weightOf(limits: unknown): number | null {
  if (!Array.isArray(limits)) return null
  for (const limit of limits) {
    if (limit?.rateLimitType !== 'REQUEST_WEIGHT' || limit.interval !== 'MINUTE' || limit.intervalNum !== 1) continue
    if (Number.isSafeInteger(limit.limit) && limit.limit > 0) return limit.limit
  }
  return null
}

/** Without zeros that say nothing: 0.10 → 0.1, 1.000 → 1. */
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
