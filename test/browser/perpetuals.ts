// The perpetual of the browser tests: BTCUSDT at 60,000, whose prices a test moves.
import { type House, sharedHouse } from './house.ts'
import { newTrader, type Trader } from './traders.ts'

/** In units of the price. */
export const btc = { id: 1, symbol: 'BTCUSDT', start: 600_000 }

/** The house of the files about perpetuals. */
export async function openWithPerpetual(): Promise<House> {
  const house = await sharedHouse({ prices: { [btc.symbol]: btc.start } })
  // The candle of now has a range, which the chart's scale follows.
  for (const price of [btc.start - 3_000, btc.start + 3_000]) house.server.feed.trade(btc.symbol, price)
  return house
}

/** Last price and mark, with a book one unit around them. */
export function setMark({ server: { feed } }: House, mark: number): void {
  feed.setPrice(btc.symbol, mark)
  feed.setBook(btc.symbol, { bid: mark - 1, ask: mark + 1, mark })
  feed.trade(btc.symbol, mark)
}

/** Opens the page as a new member and waits until orders can be made. `settings` are kept from an earlier visit. */
export async function perpetualTrader(house: House, settings: object = {}): Promise<Trader> {
  const visitor = await newTrader(house, 'futures', settings)
  await visitor.open(`/future/${btc.id}`)
  await visitor.page.getByText('10,000.00 USDT').waitFor()
  return visitor
}
