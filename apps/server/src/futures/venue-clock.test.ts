import { isOverseas, marketInstruments } from '@maru/market'
import { afterEach, expect, test } from 'vitest'
import { TestPeer } from '../../../../packages/market/src/binance/test-peer.ts'
import { openVenue } from '../../../../packages/market/src/binance/test-venue.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

const crypto = marketInstruments.filter((instrument) => !isOverseas(instrument))
const order = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.01' }

let peer: TestPeer
let server: TestServer
let talking: NodeJS.Timeout

afterEach(async () => {
  clearInterval(talking)
  await server.close()
  await peer.close()
})

/** A server whose venue trades bitcoin at 60,000, by a clock that is so far off. */
async function open(off: number): Promise<void> {
  const venueNow = () => Date.now() + off
  peer = new TestPeer()
  await peer.listen()
  const book = openVenue(peer, venueNow, crypto).get('BTCUSDT')!
  let id = 0
  let change = 0
  talking = setInterval(() => {
    const at = venueNow()
    const [pu, u] = [book.lastId, ++change * 10]
    const bids = [['60000.0', String(5 + (change % 3))]] as const
    const asks = [['60000.1', String(5 + (change % 3))]] as const
    book.apply(u, bids, asks)
    const times = { E: at, s: 'BTCUSDT', st: 1 }
    peer.say('btcusdt@depth@100ms', { ...times, e: 'depthUpdate', T: at, U: pu + 1, u, pu, b: bids, a: asks })
    const trade = { e: 'aggTrade', T: at, a: ++id, p: '60000.0', q: '0.5', f: id, l: id, m: true }
    peer.say('btcusdt@aggTrade', { ...times, ...trade })
    const mark = { e: 'markPriceUpdate', p: '60000.05', r: '0.0001', T: at + 3_600_000 }
    peer.say('btcusdt@markPrice@1s', { ...times, ...mark })
  }, 40)
  const env = { FEED: 'live', BINANCE_REST_URL: peer.restUrl, BINANCE_WS_URL: peer.wsUrl }
  server = await startTestServer({ simulator: true, env })
}

test.each([-3_000, 0, 1_300])(
  '0: a market order executes on the first book of its time though the clock of the venue is %i ms off',
  async (off) => {
    await open(off)
    const token = (await server.login('demo1')).accessToken
    const get = async (path: string) => (await server.call(`/api/futures/${path}`, { token })).body
    const place = () => server.call('/api/futures/order', { token, key: true, body: order })
    // Until the venue's order book and mark are there.
    await expect.poll(async () => (await place()).status, { interval: 200 }).toBe(200)
    for (let index = 0; index < 5; index++) expect((await place()).status).toBe(200)
    await expect.poll(() => get('history/open_order')).toEqual([])
    const orders: { id: number; status: string; createdAt: number }[] = await get('history/list')
    const fills: { futuresOrderId: number; createdAt: number; bookTs: number }[] = await get('history/fill')
    // A machine that stalls for a second may have no order book in time for one of them; a clock must not cause that.
    const filled = orders.filter(({ status }) => status === 'FILLED')
    expect(filled.length).toBeGreaterThan(0)
    for (const { id, createdAt } of filled) {
      const fill = fills.find(({ futuresOrderId }) => futuresOrderId === id)!
      expect(fill.createdAt - createdAt).toBeGreaterThanOrEqual(150)
      // Kept as the venue said it.
      expect(fill.bookTs - off).toBeLessThanOrEqual(fill.createdAt)
    }
  },
  60_000,
)
