import type { DecimalLevel } from '../order-book.ts'

/** A time of OANDA, which counts nanoseconds. */
export interface VenueTime {
  /** Epoch ms, what is finer cut off. */
  readonly ms: number
  /** Epoch ns: which of two prices is newer. */
  readonly ns: bigint
}

/** A line of the pricing stream. */
export type StreamLine =
  | {
      readonly kind: 'price'
      /** EUR_USD */
      readonly name: string
      readonly time: VenueTime
      /** Whether orders are taken at it. */
      readonly isTradeable: boolean
      /** Best first; a side may be empty. Quantities are whole. */
      readonly bids: readonly DecimalLevel[]
      readonly asks: readonly DecimalLevel[]
    }
  | { readonly kind: 'heartbeat'; readonly time: VenueTime }
  | { readonly kind: 'other' }

/** What the venue says of an instrument and how it finances positions in it over night, rates a year. */
export interface VenueTerms {
  readonly name: string
  readonly displayPrecision: number
  readonly pipLocation: number
  readonly marginRate: string
  /** null: the venue names no rates that can be meant. */
  readonly financing: { readonly longRate: string; readonly shortRate: string } | null
}

/** A candle of mids, its prices as decimals. */
export interface VenueCandle {
  readonly openTime: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: number
}

/** Something of OANDA that has another form than it should have. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

const mostLevels = 50

/** Reads `2017-02-23T20:57:21.215739156Z` without a loss. */
export function readTime(value: unknown): VenueTime {
  const match = typeof value === 'string' ? /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(value) : null
  const seconds = match ? Date.parse(`${match[1]}Z`) : Number.NaN
  if (Number.isNaN(seconds)) throw new Malformed(`no time: ${shown(value)}`)
  const fraction = (match?.[2] ?? '').padEnd(9, '0')
  return {
    ms: seconds + Number(fraction.slice(0, 3)),
    ns: BigInt(seconds) * 1_000_000n + BigInt(fraction),
  }
}

/** Reads a line of the pricing stream; throws Malformed for one that is none. Types that are new count as other. */
export function readLine(text: string): StreamLine {
  const line = objectOf(parsed(text))
  switch (line['type']) {
    case 'HEARTBEAT':
      return { kind: 'heartbeat', time: readTime(line['time']) }
    case 'PRICE':
      return {
        kind: 'price',
        name: nameOf(line['instrument']),
        time: readTime(line['time']),
        isTradeable: line['tradeable'] === true || (line['tradeable'] === undefined && line['status'] === 'tradeable'),
        bids: levelsOf(line['bids']),
        asks: levelsOf(line['asks']),
      }
    default:
      if (typeof line['type'] !== 'string') throw new Malformed(`a line without a type: ${shown(text)}`)
      return { kind: 'other' }
  }
}

/** Reads the answer of `/v3/accounts/{id}/instruments`. */
export function readInstruments(answer: unknown): VenueTerms[] {
  return listOf(objectOf(answer)['instruments']).map((entry) => {
    const one = objectOf(entry)
    return {
      name: nameOf(one['name']),
      displayPrecision: integerOf(one['displayPrecision']),
      pipLocation: integerOf(one['pipLocation']),
      marginRate: decimalOf(one['marginRate']),
      financing: financingOf(one['financing']),
    }
  })
}

/** Reads the answer of `/v3/instruments/{name}/candles`, oldest first; the last one may be in the making. */
export function readCandles(answer: unknown): VenueCandle[] {
  return listOf(objectOf(answer)['candles']).map((entry) => {
    const one = objectOf(entry)
    const mid = objectOf(one['mid'])
    return {
      openTime: readTime(one['time']).ms,
      open: priceOf(mid['o']),
      high: priceOf(mid['h']),
      low: priceOf(mid['l']),
      close: priceOf(mid['c']),
      volume: integerOf(one['volume']),
    }
  })
}

function levelsOf(value: unknown): DecimalLevel[] {
  return listOf(value)
    .slice(0, mostLevels)
    .map((entry) => {
      const { price, liquidity } = objectOf(entry)
      const whole = typeof liquidity === 'number' ? Math.floor(liquidity) : Number.NaN
      if (!Number.isSafeInteger(whole) || whole < 0) throw new Malformed(`no liquidity: ${shown(liquidity)}`)
      return [priceOf(price), String(whole)]
    })
}

/** Six decimals are one more than OANDA has anywhere, and as many as our coarsest instrument can be rounded from exactly. */
function priceOf(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{1,8}(\.\d{1,6})?$/.test(value))
    throw new Malformed(`no price: ${shown(value)}`)
  return value
}

function decimalOf(value: unknown): string {
  if (typeof value !== 'string' || !/^-?\d{1,8}(\.\d{1,12})?$/.test(value))
    throw new Malformed(`no decimal: ${shown(value)}`)
  return value
}

/** Rates a year: one that takes or gives the whole of a position is none. */
function financingOf(value: unknown): VenueTerms['financing'] {
  if (value === undefined) return null
  const financing = objectOf(value)
  const [longRate, shortRate] = [decimalOf(financing['longRate']), decimalOf(financing['shortRate'])]
  return [longRate, shortRate].every((rate) => Math.abs(Number(rate)) < 1) ? { longRate, shortRate } : null
}

function integerOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Malformed(`no integer: ${shown(value)}`)
  return value
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[A-Z0-9]{2,20}_[A-Z0-9]{2,20}$/.test(value))
    throw new Malformed(`no instrument: ${shown(value)}`)
  return value
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Malformed(`no list: ${shown(value)}`)
  return value
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(`no object: ${shown(value)}`)
  return value as Record<string, unknown>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Malformed(`no JSON: ${shown(text)}`)
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 100)
