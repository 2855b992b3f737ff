// Shared by browser tests of overseas futures: a house in a session, and members who trade in it.
import type { TestServerSetup } from '../../apps/server/test/harness.ts'
import { type House, openHouse } from './house.ts'
import { newTrader, type Trader } from './traders.ts'

/** Prices in units of 10^-5 and 10^-2, the tick size is 10 of them. */
export const eur = { id: 1, symbol: 'EURUSD', start: 110_000 }
export const gold = { id: 3, symbol: 'XAUUSD', start: 250_000 }

/** A last price with an order book of ten levels around it, one tick size apart. */
export function setMid(house: House, { symbol }: { symbol: string }, mid: number) {
  house.server.feed.setPrice(symbol, mid)
  house.server.feed.setBook(symbol, { bid: mid - 10, ask: mid + 10, mark: mid })
  house.server.feed.trade(symbol, mid)
  const levels = (side: 1 | -1) => Array.from({ length: 10 }, (_, n) => [mid + side * 10 * (n + 1), '1000000'] as const)
  const sourceTs = house.server.deps.clocks.domain.now()
  house.server.feed.say({ kind: 'depth', instrument: symbol, sourceTs, bids: levels(-1), asks: levels(1), u: ++books })
}
let books = 0

/** A house at a time of the calendar. */
export const openAt = (time: string): Promise<House> => openWithPrices({ env: { CLOCK_START: `${time}+09:00` } })

/** A house in which contracts have prices. */
export async function openWithPrices(options: TestServerSetup): Promise<House> {
  const house = await openHouse(options)
  for (const one of [eur, gold]) setMid(house, one, one.start)
  return house
}

/** Opens a page as a new member, until it tells him what becomes of his positions. `settings` are kept from an earlier visit. */
export async function trader(house: House, settings: object = {}, path = `/oversea/${eur.id}`): Promise<Trader> {
  const visitor = await newTrader(house, 'oversea', settings)
  const told = new Promise<void>((resolve) => {
    visitor.page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('destination:/user/queue/oversea_cross')) resolve()
      }),
    )
  })
  await visitor.open(path)
  await told
  return visitor
}
