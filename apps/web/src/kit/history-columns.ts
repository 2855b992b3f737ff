import type { MarketType, PositionSide } from '@maru/contract'
import { formatDateTime } from '@maru/ui'
import type { Columns } from '../lists/index.ts'
import { nameOf } from '../trading/index.ts'

interface ClosedOrder {
  readonly id: number
  readonly stock: string
  readonly marketType: MarketType
  readonly price: string | null
  readonly triggerPrice: string | null
  readonly avgPrice: string | null
  readonly fee: string
  readonly createdAt: number
}

type OrderWord =
  | MarketType
  | 'buy'
  | 'sell'
  | 'whole'
  | `csv${'At' | 'Order' | 'Stock' | 'Side' | 'Type' | 'Status' | 'Filled' | 'Price' | 'Trigger' | 'Average' | 'Fee' | 'Reason' | 'Position'}`

/** What books call by other names. */
interface Named<Order, Word> {
  readonly side: (order: Order) => PositionSide
  /** The word of the quantity, and how much was ordered; null for all of a position. */
  readonly size: readonly [Word, (order: Order) => string | number | null]
  readonly filled: (order: Order) => string | number
  readonly position: (order: Order) => number | null
  readonly status: (order: Order) => Word
  readonly reason: (order: Order) => Word | null
}

/** The columns of orders that are over. */
export const orderColumns = <Order extends ClosedOrder, Word extends string>({
  side,
  size: [sizeWord, size],
  filled,
  position,
  status,
  reason,
}: Named<Order, Word>): Columns<Order, Word | OrderWord> => [
  ['csvAt', ({ createdAt }) => formatDateTime(createdAt)],
  ['csvOrder', ({ id }) => id],
  ['csvStock', ({ stock }) => nameOf(stock)],
  ['csvSide', (order, t) => t(side(order) === 'LONG' ? 'buy' : 'sell')],
  ['csvType', ({ marketType }, t) => t(marketType)],
  ['csvStatus', (order, t) => t(status(order))],
  [sizeWord, (order, t) => size(order) ?? t('whole')],
  ['csvFilled', filled],
  ['csvPrice', ({ price }) => price],
  ['csvTrigger', ({ triggerPrice }) => triggerPrice],
  ['csvAverage', ({ avgPrice }) => avgPrice],
  ['csvFee', ({ fee }) => fee],
  [
    'csvReason',
    (order, t) => {
      const word = reason(order)
      return word && t(word)
    },
  ],
  ['csvPosition', position],
]
