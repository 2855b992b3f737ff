import { parseUnits } from '../decimal.ts'
import type { FeedMessage } from '../feed.ts'
import type { MarketInstrument } from '../instruments.ts'
import type { DecimalLevel, DepthChange } from '../order-book.ts'

/** A message of a Binance USD-M stream, checked. `symbol` is the venue's; times are ms; prices and quantities decimals. */
export type BinanceEvent =
  | {
      readonly kind: 'trade'
      readonly symbol: string
      readonly id: number
      readonly at: number
      readonly price: string
      readonly qty: string
    }
  | {
      readonly kind: 'best'
      readonly symbol: string
      readonly id: number
      readonly at: number
      readonly bid: string
      readonly bidQty: string
      readonly ask: string
      readonly askQty: string
    }
  | {
      readonly kind: 'mark'
      readonly symbol: string
      readonly at: number
      readonly price: string
      /** Of the next funding; not every contract has one. */
      readonly fundingRate: string | null
      readonly nextFundingTime: number
    }
  | { readonly kind: 'depth'; readonly symbol: string; readonly at: number; readonly change: DepthChange }

/** The answer of the REST depth call. */
export interface DepthSnapshot {
  readonly lastId: number
  readonly at: number
  readonly bids: readonly DecimalLevel[]
  readonly asks: readonly DecimalLevel[]
}

/** A message that is not what its kind promises. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage'
}

/** A price that is no multiple of the instrument's tick size: the venue changed it, and none of its prices may be used. */
export class OffTickSize extends Error {
  override readonly name = 'OffTickSize'
}

/** `st` of USD-M; since 2026 streams may mix in COIN-M (2). */
const usdMargined = 1

/**
 * Reads the data of one stream message, unknown fields ignored; null where it is of a kind that nothing here reads. Throws
 * MalformedMessage where it is of a known kind and damaged.
 */
export function readEvent(raw: unknown): BinanceEvent | null {
  if (typeof raw !== 'object' || raw === null) return null
  const data = raw as Record<string, unknown>
  if (data['st'] !== undefined && data['st'] !== usdMargined) return null
  switch (data['e']) {
    case 'aggTrade':
      return trade(data, 'a')
    case 'trade':
      // The insurance fund's own trades lie off the market: they make no price.
      return (data['X'] ?? 'MARKET') === 'MARKET' ? trade(data, 't') : null
    case 'bookTicker':
      return {
        kind: 'best',
        symbol: text(data, 's'),
        id: whole(data, 'u'),
        at: whole(data, 'T'),
        bid: decimal(data, 'b'),
        bidQty: decimal(data, 'B'),
        ask: decimal(data, 'a'),
        askQty: decimal(data, 'A'),
      }
    case 'markPriceUpdate':
      return {
        kind: 'mark',
        symbol: text(data, 's'),
        at: whole(data, 'E'),
        price: positive(data, 'p'),
        fundingRate: rate(data, 'r'),
        nextFundingTime: whole(data, 'T'),
      }
    case 'depthUpdate':
      return {
        kind: 'depth',
        symbol: text(data, 's'),
        at: whole(data, 'T'),
        change: {
          lastId: whole(data, 'u'),
          previousId: whole(data, 'pu'),
          bids: levels(data, 'b'),
          asks: levels(data, 'a'),
        },
      }
    default:
      return null
  }
}

/** Reads the answer of the depth call; throws MalformedMessage. */
export function readSnapshot(raw: unknown): DepthSnapshot {
  const data = fields(raw)
  return {
    lastId: whole(data, 'lastUpdateId'),
    at: whole(data, 'T'),
    bids: levels(data, 'bids'),
    asks: levels(data, 'asks'),
  }
}

/** Reads one symbol of the premiumIndex answer as the mark message that it could have been; throws MalformedMessage. */
export function readPremium(raw: unknown): Extract<BinanceEvent, { kind: 'mark' }> {
  const data = fields(raw)
  return {
    kind: 'mark',
    symbol: text(data, 'symbol'),
    at: whole(data, 'time'),
    price: positive(data, 'markPrice'),
    fundingRate: rate(data, 'lastFundingRate'),
    nextFundingTime: whole(data, 'nextFundingTime'),
  }
}

/** The receipt time and source of a message, and the shift of its times. */
export interface Telling {
  readonly shift: number
  readonly recvTs: number
  readonly source: string
}

/** The message of a trade, of best prices or of a mark, as the market takes it. `units` reads its traded prices; a mark, an average, is rounded. */
export function toMessage(
  event: Exclude<BinanceEvent, { kind: 'depth' }>,
  instrument: MarketInstrument,
  units: (decimal: string, toward?: 'down' | 'up') => number,
  { shift, recvTs, source }: Telling,
): FeedMessage {
  const { symbol, precision } = instrument
  const sourceTs = event.at + shift
  switch (event.kind) {
    case 'trade':
      return {
        kind: 'trade',
        instrument: symbol,
        source,
        sourceTradeId: String(event.id),
        sourceTs,
        recvTs,
        price: units(event.price),
        qty: event.qty,
      }
    case 'best':
      return {
        kind: 'best',
        instrument: symbol,
        sourceTs,
        bid: units(event.bid, 'down'),
        ask: units(event.ask, 'up'),
        bidQty: event.bidQty,
        askQty: event.askQty,
      }
    case 'mark': {
      const funding =
        event.fundingRate === null
          ? {}
          : { fundingRate: event.fundingRate, nextFundingTime: event.nextFundingTime + shift }
      return { kind: 'mark', instrument: symbol, sourceTs, price: parseUnits(event.price, precision), ...funding }
    }
  }
}

/**
 * A price in units, or null for one off the instrument's tick size. In an order book these are orders from before the venue made
 * its tick size coarser: far off the market, and no price of today.
 */
export function onTickSize(decimal: string, { precision, tickUnits }: MarketInstrument): number | null {
  const point = decimal.indexOf('.')
  if (point >= 0 && /[1-9]/.test(decimal.slice(point + 1 + precision))) return null
  const units = parseUnits(decimal, precision)
  return units % tickUnits === 0 ? units : null
}

function trade(data: Record<string, unknown>, id: 'a' | 't'): BinanceEvent {
  return {
    kind: 'trade',
    symbol: text(data, 's'),
    id: whole(data, id),
    at: whole(data, 'T'),
    price: positive(data, 'p'),
    qty: decimal(data, 'q'),
  }
}

/** An object of an answer; throws MalformedMessage for anything else. */
export function fields(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new MalformedMessage('not an object')
  return raw as Record<string, unknown>
}

export function text(data: Record<string, unknown>, key: string): string {
  const value = data[key]
  if (typeof value !== 'string' || value === '' || value.length > 64) throw new MalformedMessage(`no name in ${key}`)
  return value
}

/** A safe integer that is not negative: an id or a time. */
export function whole(data: Record<string, unknown>, key: string): number {
  const value = data[key]
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new MalformedMessage(`no whole number in ${key}`)
  return value as number
}

/** Short enough for a safe integer at any precision of ours. */
const plain = /^\d{1,10}(?:\.\d{1,15})?$/

/** A decimal that is not negative, as written. */
export function decimal(data: Record<string, unknown>, key: string): string {
  const value = data[key]
  if (typeof value !== 'string' || !plain.test(value)) throw new MalformedMessage(`no decimal in ${key}`)
  return value
}

function positive(data: Record<string, unknown>, key: string): string {
  const value = decimal(data, key)
  if (!/[1-9]/.test(value)) throw new MalformedMessage(`no price in ${key}`)
  return value
}

/** A signed rate; contracts without funding have an empty one. */
export function rate(data: Record<string, unknown>, key: string): string | null {
  const value = data[key]
  if (value === '') return null
  if (typeof value !== 'string' || !/^-?\d{1,3}(?:\.\d{1,15})?$/.test(value))
    throw new MalformedMessage(`no rate in ${key}`)
  return value
}

function levels(data: Record<string, unknown>, key: string): DecimalLevel[] {
  const value = data[key]
  if (!Array.isArray(value)) throw new MalformedMessage(`no levels in ${key}`)
  return value.map((level: unknown) => {
    const [price, qty] = Array.isArray(level) ? level : []
    if (typeof price !== 'string' || typeof qty !== 'string' || !plain.test(price) || !plain.test(qty))
      throw new MalformedMessage(`no level in ${key}`)
    return [price, qty]
  })
}
