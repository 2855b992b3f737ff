import type { FeedMessage } from './feed.ts'
import type { Standing } from './instrument-state.ts'
import type { MarketInstrument } from './instruments.ts'

/** Why a message of a feed makes no price. */
export type Fault = 'price' | 'quantity' | 'rate' | 'crossed' | 'time'

/** What keeps a message of an instrument from being believed; null: nothing. `isFuture`: whether a time of its source (ms) is. */
export function faultOf(
  message: Standing | Extract<FeedMessage, { kind: 'trade' }>,
  { qtyPrecision }: Pick<MarketInstrument, 'qtyPrecision'>,
  isFuture: (sourceTs: number) => boolean,
): Fault | null {
  const isQty = (qty: string) =>
    typeof qty === 'string' &&
    /^\d{1,15}(\.\d{1,15})?$/.test(qty) &&
    Number(qty) * 10 ** qtyPrecision <= Number.MAX_SAFE_INTEGER
  if (!Number.isSafeInteger(message.sourceTs) || isFuture(message.sourceTs)) return 'time'
  switch (message.kind) {
    case 'trade':
      return isPrice(message.price) ? (isQty(message.qty) ? null : 'quantity') : 'price'
    case 'mark':
      return isPrice(message.price) ? rateFault(message) : 'price'
    case 'best':
      if (!isPrice(message.bid) || !isPrice(message.ask)) return 'price'
      if (!isQty(message.bidQty) || !isQty(message.askQty)) return 'quantity'
      return message.bid > message.ask ? 'crossed' : null
    case 'depth':
      return depthFault(message, isQty)
  }
}

function rateFault({ fundingRate = '0', nextFundingTime = 0 }: Extract<Standing, { kind: 'mark' }>): Fault | null {
  return /^-?\d{1,3}(\.\d{1,15})?$/.test(fundingRate) && Number.isSafeInteger(nextFundingTime) ? null : 'rate'
}

/** A side may be empty: nobody trades there, and nothing is crossed. */
function depthFault(
  { bids, asks }: Extract<Standing, { kind: 'depth' }>,
  isQty: (qty: string) => boolean,
): Fault | null {
  for (const [price, qty] of [...bids, ...asks]) {
    if (!isPrice(price)) return 'price'
    if (!isQty(qty)) return 'quantity'
  }
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  return bid !== undefined && ask !== undefined && bid > ask ? 'crossed' : null
}

const isPrice = (price: number): boolean => Number.isSafeInteger(price) && price > 0
