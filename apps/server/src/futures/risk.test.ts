import type { FuturesFill, FuturesOrder, FuturesPosition, FuturesTransaction } from '@maru/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { type Envelope, StompPeer } from '../../test/stomp-peer.ts'
import { until } from '../../test/until.ts'

const btc = 1
const eth = 2
const doge = 3
/** Units of the prices below, and the price from which every test starts. */
const books = {
  [btc]: { instrument: 'BTCUSDT', units: 10, start: 600_000 },
  [eth]: { instrument: 'ETHUSDT', units: 100, start: 300_000 },
  [doge]: { instrument: 'DOGEUSDT', units: 100_000, start: 10_000 },
} as const
type Option = keyof typeof books

let server: TestServer
const peers: StompPeer[] = []
let names = 0

/** Has no positions. */
const bystander = { token: '', leverage: 10 }

beforeAll(async () => {
  server = await startTestServer()
  bystander.token = (await server.login('demo5')).accessToken
})
afterEach(async () => {
  server.feed.resume()
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
  expect(await unbalanced()).toEqual([])
})
afterAll(() => server.close())

/** A mark with an order book one unit around it, deep enough for all that is closed. */
function setMark(option: Option, mark: number): void {
  const { instrument } = books[option]
  server.feed.setPrice(instrument, mark)
  server.feed.setBook(instrument, { bid: mark - 1, ask: mark + 1, mark, qty: '10000000' })
  server.feed.trade(instrument, mark)
}
const setAll = () => {
  for (const option of [btc, eth, doge] as const) setMark(option, books[option].start)
}

async function member() {
  setAll()
  names += 1
  const username = `risk${names}`
  const signup = { username, password: 'a long enough passphrase', name: '시험자', phone: `010-2222-${1000 + names}` }
  const made = await server.call('/api/player', { body: { ...signup, nick: `시험${names}`, siteInfoId: 1 } })
  expect(made.status).toBe(200)
  const token = (await server.login(username, signup.password)).accessToken
  const peer = await new StompPeer(Number(new URL(server.url).port), { Authorization: `Bearer ${token}` }).ready()
  peers.push(peer)
  const queue = await peer.subscribe('/user/queue/futures')
  const post = (path: string, body: object) => server.call(`/api/futures/${path}`, { token, key: true, body })
  const get = async (path: string) => (await server.call(`/api/futures/${path}`, { token })).body
  return {
    queue,
    get,
    post,
    async done(path: string, body: object) {
      const answer = await post(path, body)
      if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Opens a position at the market and waits for it. */
    async open(futuresOptionId: Option, side: 'LONG' | 'SHORT', qty: string): Promise<FuturesPosition> {
      await this.done('order', { futuresOptionId, side, marketType: 'MARKET', qty })
      return until('a position', async () =>
        (await get('history/open_position')).find((one: FuturesPosition) => one.futuresOptionId === futuresOptionId),
      )
    },
  }
}

const told = (queue: readonly Envelope[], event: string) => queue.filter((one) => one.event === event)
/** Waits until what the prices of before did is committed and told: a command is executed after them, and its event follows theirs. */
async function settle(): Promise<void> {
  bystander.leverage = bystander.leverage === 10 ? 11 : 10
  const body = { futuresOptionId: doge, leverage: bystander.leverage }
  const answer = await server.call('/api/futures/order/leverage', { token: bystander.token, key: true, body })
  expect(answer.status).toBe(200)
  await Promise.all(peers.map((peer) => peer.flushed()))
}

/** Waits until the core has worked on: at the latest each second there is a batch. */
async function moreBatches(): Promise<void> {
  const { batch } = server.deps.reads.version
  await until('more batches', () => server.deps.reads.version.batch >= batch + 2)
  await settle()
}

/** Transactions whose postings do not add up to zero, wallets that differ from theirs, and reservations that differ from the margins. */
const unbalanced = () =>
  server.database.run(`
    select 'txn' as what, txn_id as id, sum(amount) as off from posting group by txn_id, currency having sum(amount) <> 0
    union all
    select 'wallet', w.member_id, w.posted - coalesce(sum(p.amount), 0) from wallet w
      left join posting p on p.member_id = w.member_id and p.account = 'MEMBER' and p.wallet_type = w.type
     group by w.member_id, w.type, w.posted having w.posted <> coalesce(sum(p.amount), 0)
    union all
    select 'margin', w.member_id, w.reserved - coalesce(sum(p.margin), 0) from wallet w
      left join trading_position p on p.member_id = w.member_id and p.closed_at is null and p.book = 'futures'
     where w.type = 'FUTURES' and not exists
       (select from trading_order o where o.member_id = w.member_id and o.closed_at is null and o.book = 'futures')
       and not exists (select from trading_position c where c.member_id = w.member_id and c.closed_at is null and c.margin_type = 'CROSS')
     group by w.member_id, w.reserved having w.reserved <> coalesce(sum(p.margin), 0)`)

const positionOf = async (m: Awaited<ReturnType<typeof member>>, id: number): Promise<FuturesPosition | undefined> =>
  (await m.get('history/open_position')).find((one: FuturesPosition) => one.id === id)

/** Maintenance margin of a notional by the brackets that the option shows. */
async function maintenance(m: Awaited<ReturnType<typeof member>>, option: Option, notional: number): Promise<number> {
  const { brackets } = await m.get(`option?futuresOptionId=${option}`)
  const bracket = brackets.find((one: { notional: string }) => notional <= Number(one.notional)) ?? brackets.at(-1)
  return notional * Number(bracket.mmr) - Number(bracket.cum)
}

test.each([
  [btc, 'LONG', 100, '0.02'],
  [btc, 'SHORT', 100, '0.6'],
  [btc, 'LONG', 3, '0.1'],
  [eth, 'SHORT', 20, '3'],
  [doge, 'LONG', 50, '60000'],
  [doge, 'SHORT', 7, '50000'],
] as const)(
  '%i %s at %i×: the position lives one tick before its liquidation price and not at it',
  async (option, side, leverage, qty) => {
    const m = await member()
    await m.done('order/leverage', { futuresOptionId: option, leverage })
    const position = await m.open(option, side, qty)
    const price = Math.round(Number(position.liquidPrice) * books[option].units)
    setMark(option, price + (side === 'LONG' ? 1 : -1))
    await until('a warning', () => told(m.queue, 'POSITION_WARN').length > 0)
    await settle()
    expect(told(m.queue, 'POSITION_LIQUID')).toEqual([])
    expect(await positionOf(m, position.id)).toMatchObject({ qty: position.qty, isWarned: true })
    setMark(option, price)
    await until('a liquidation', () => told(m.queue, 'POSITION_LIQUID').length > 0)
    await until('the end', async () => (await m.get('history/open_position')).length === 0)
    const [closed] = await m.get('history/position')
    expect(closed).toMatchObject({ id: position.id, status: 'LIQUIDATED', closeReason: 'LIQUIDATION' })
    // No more is lost than the margin and the fees of the entry.
    const { posted } = await m.get('cross')
    expect(Number(posted)).toBeGreaterThanOrEqual(10_000 - Number(position.margin) - Number(position.fee) - 1e-7)
  },
)

test('three instruments in one CROSS margin account are warned and liquidated by their sum, the largest maintenance first', async () => {
  const m = await member()
  for (const futuresOptionId of [btc, eth, doge])
    await m.done('order/margin_type', { futuresOptionId, marginType: 'CROSS' })
  await m.open(btc, 'LONG', '1')
  await m.open(eth, 'SHORT', '5')
  await m.open(doge, 'LONG', '50000')
  const ratioAt = async (mark: number) => {
    const { playerPoint } = await m.get('cross')
    let equity = Number(playerPoint)
    let needed = 0
    for (const one of (await m.get('history/open_position')) as FuturesPosition[]) {
      const option = one.futuresOptionId as Option
      const at = (option === btc ? mark : books[option].start) / books[option].units
      const notional = Number(one.qty) * at
      equity += (notional - Number(one.entryNotional)) * (one.side === 'LONG' ? 1 : -1)
      needed += await maintenance(m, option, notional)
    }
    return (needed / equity) * 100
  }
  let [low, high] = [300_000, 600_000]
  const markFor = async (ratio: number) => {
    ;[low, high] = [300_000, 600_000]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      const value = await ratioAt(middle)
      if (value < 0 || value >= ratio) low = middle
      else high = middle
    }
    return low // the highest mark at which the ratio is reached
  }
  const warned = await markFor(80)
  const liquidated = await markFor(100)
  setMark(btc, warned + 1)
  await settle()
  expect(told(m.queue, 'POSITION_WARN')).toEqual([])
  setMark(btc, warned)
  await until('the warnings', () => told(m.queue, 'POSITION_WARN').length === 3)
  for (const one of (await m.get('history/open_position')) as FuturesPosition[]) {
    expect(one.isWarned).toBe(true)
    if (one.futuresOptionId === btc) expect(Number(one.liquidPrice)).toBeCloseTo(liquidated / 10, 0)
  }
  setMark(btc, liquidated + 1)
  await settle()
  expect(told(m.queue, 'POSITION_LIQUID')).toEqual([])
  setMark(btc, liquidated)
  await until('a liquidation', () => told(m.queue, 'POSITION_LIQUID').length > 0)
  await settle()
  const first = told(m.queue, 'POSITION_LIQUID')[0]?.data as FuturesPosition
  expect(first.futuresOptionId).toBe(btc)
  const { posted, available } = await m.get('cross')
  expect([Number(posted) >= 0, Number(available) >= 0]).toEqual([true, true])
})

test('a position beyond a bracket is cut to the next lower one before anything else', async () => {
  const m = await member()
  await m.done('order/leverage', { futuresOptionId: btc, leverage: 50 })
  const position = await m.open(btc, 'LONG', '6') // 360,000: the third bracket
  setMark(btc, Math.round(Number(position.liquidPrice) * 10))
  await until('a cut', () => told(m.queue, 'POSITION_LIQUID').length > 0)
  await settle()
  const steps = told(m.queue, 'POSITION_LIQUID').map(({ data }) => data as FuturesPosition)
  expect(Number(steps[0]!.qty)).toBeGreaterThan(0)
  expect(Number(steps[0]!.qty) * Number(position.liquidPrice)).toBeLessThanOrEqual(250_000)
  const fills: FuturesFill[] = await m.get('history/fill')
  const orders: FuturesOrder[] = await m.get('history/list')
  expect(orders.filter(({ marketType }) => marketType === 'LIQUIDATION')).toHaveLength(steps.length)
  expect(fills.filter(({ marketType }) => marketType === 'LIQUIDATION')).toHaveLength(steps.length)
})

test.each([
  ['ISOLATED', 'LONG', '0.0005'],
  ['CROSS', 'LONG', '0.0005'],
  ['ISOLATED', 'SHORT', '-0.0005'],
  ['CROSS', 'SHORT', '-0.0005'],
] as const)('%s %s pays its funding at a rate of %s, and gets none back that soon', async (marginType, side, rate) => {
  const m = await member()
  await m.done('order/margin_type', { futuresOptionId: btc, marginType })
  const opened = await m.open(btc, side, '0.5')
  const { posted } = await m.get('cross')
  server.feed.pause('BTCUSDT')
  const fund = async (fundingRate: string) => {
    const due = Date.now() + 600
    const say = (nextFundingTime: number) => {
      const sourceTs = Date.now()
      server.feed.say({ kind: 'mark', instrument: 'BTCUSDT', sourceTs, price: 600_000, fundingRate, nextFundingTime })
    }
    say(due)
    await until('it is due', () => Date.now() > due)
    say(due + 3_600_000)
  }
  await fund(rate)
  const paid = () => m.get('history/transaction?reasonStrs=FUTURES_FUNDING')
  // 0.5 × 60,000 × 0.0005
  const rows: FuturesTransaction[] = await until('the funding', async () => (await paid()).length > 0 && paid())
  expect(rows).toMatchObject([{ amount: '-15', futuresOptionId: btc, refId: opened.id }])
  // A position opened less than a minute before pays, but does not receive.
  await fund(rate.startsWith('-') ? rate.slice(1) : `-${rate}`)
  await settle()
  expect(await paid()).toEqual(rows)
  const now = await positionOf(m, opened.id)
  expect(now).toMatchObject({ fundingFee: '-15', qty: '0.500' })
  expect(Number(opened.margin) - Number(now?.margin)).toBeCloseTo(marginType === 'ISOLATED' ? 15 : 0, 7)
  expect(Number(posted) - Number((await m.get('cross')).posted)).toBeCloseTo(15, 7)
  server.feed.resume()
})

test('while the feed is silent nothing opens, nothing triggers, a close waits, can be taken back, and fills on the first live order book', async () => {
  const m = await member()
  const position = await m.open(btc, 'LONG', '0.1')
  await m.done('order/tpsl', { futuresPositionId: position.id, stopLoss: '59000' })
  server.feed.pause('BTCUSDT')
  await until('silence', async () => (await m.get(`option?futuresOptionId=${btc}`)).feed === 'stale')
  const order = { futuresOptionId: btc, side: 'LONG', marketType: 'MARKET', qty: '0.01' }
  const codeOf = async (path: string, body: object) => (await m.post(path, body)).body.code
  expect(await codeOf('order', order)).toBe('PRICE_FEED_STALE')
  expect(await codeOf('order', { ...order, marketType: 'LIMIT', price: '59000' })).toBe('PRICE_FEED_STALE')
  expect(await codeOf('order/margin', { futuresPositionId: position.id, type: 'REMOVE', amount: '1' })).toBe(
    'PRICE_FEED_STALE',
  )
  const close = { ...order, side: 'SHORT', qty: '0.1', isReduceOnly: true }
  const first = await m.done('order', close)
  expect(first).toMatchObject({ status: 'NEW' })
  await moreBatches()
  expect(await m.get('history/open_order')).toMatchObject([{ id: first.id, status: 'NEW' }])
  expect(await m.done('order/cancel', { id: first.id })).toMatchObject({ status: 'CANCELED' })
  const second = await m.done('order', close)
  await moreBatches()
  expect(await positionOf(m, position.id)).toMatchObject({ qty: '0.100' })
  server.feed.resume()
  setMark(btc, 600_100)
  const newest = async () => (await m.get('history/list?statusStrs=FILLED'))[0]
  await until('the close', async () => (await newest()).id === second.id)
  expect(await newest()).toMatchObject({ avgPrice: '60009.9' })
  expect(await m.get('history/open_position')).toEqual([])
})
