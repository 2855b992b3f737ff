import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { useQuery } from '@tanstack/react-query'
import {
  crossQuery,
  futuresOptionsQuery,
  leverageQuery,
  ordersQuery,
  positionsQuery,
} from '../../../books/futures/queries.ts'
import { prices } from '../../../live/index.ts'
import { unitsOf } from '../../../trading/index.ts'
import { collateralOf, heldOf, type Marked, workingOf } from '../held.ts'
import { moneyOf, type Terms, termsOf } from '../terms.ts'
import type { TicketHolder } from './form.ts'

/** What the ticket has to know of the member; null until it came. Guests see a margin account without money. */
export function useTicketHolder(option: FuturesOption, signedIn: boolean): TicketHolder | null {
  const positions = useQuery(positionsQuery(signedIn)).data
  const orders = useQuery(ordersQuery(signedIn)).data
  const cross = useQuery(crossQuery(signedIn)).data
  const setting = useQuery(leverageQuery(option.id, signedIn)).data
  const options = useQuery(futuresOptionsQuery).data ?? []
  const terms = termsOf(option)
  if (!signedIn) return guestHolder(terms, option)
  if (!positions || !orders || !cross || !setting) return null
  const position = positions.find(({ futuresOptionId }) => futuresOptionId === option.id)
  const playerPoint = moneyOf(cross.playerPoint)
  const { leverage, maxLeverage, marginType } = setting
  return {
    terms,
    leverage,
    maxLeverage,
    marginType,
    available: moneyOf(cross.available),
    position: position ? heldOf(position, terms) : { qty: 0, entryQuote: 0n },
    margin: position ? moneyOf(position.margin) : 0n,
    liquidation: position?.liquidPrice ? unitsOf(position.liquidPrice, option.precision) : null,
    collateral: collateralOf(playerPoint, markedOf(positions, options, option.id)),
    orders: orders
      .filter(({ futuresOptionId }) => futuresOptionId === option.id)
      .map((order) => workingOf(order, terms, unitsOf(prices.get(option.stock, 'last') ?? '0', option.precision))),
  }
}

/** Those who have not chosen have the option's leverage, isolated. */
const guestHolder = (terms: Terms, { defaultLeverage, maxLeverage }: FuturesOption): TicketHolder => ({
  terms,
  leverage: defaultLeverage,
  maxLeverage,
  marginType: 'ISOLATED',
  available: 0n,
  position: { qty: 0, entryQuote: 0n },
  margin: 0n,
  liquidation: null,
  collateral: 0n,
  orders: [],
})

/** Cross positions of other instruments whose mark is known. */
function markedOf(
  positions: readonly FuturesPosition[],
  options: readonly FuturesOption[],
  withoutId: number,
): Marked[] {
  return positions.flatMap((position): Marked[] => {
    const { futuresOptionId, marginType, stock } = position
    const option = options.find(({ id }) => id === futuresOptionId)
    const mark = prices.get(stock, 'mark') ?? option?.mark
    if (marginType !== 'CROSS' || futuresOptionId === withoutId || !option || !mark) return []
    return [{ position, terms: termsOf(option), mark: unitsOf(mark, option.precision) }]
  })
}
