import { destinations } from '@maru/contract'
import type { FuturesCross, OrderRow, PositionRow } from '@maru/core'
import { expect, test } from 'vitest'
import { liveChannel } from '../../test/live-channel.ts'
import { type Envelope, envelopeOf } from '../../test/stomp-peer.ts'

const channel = liveChannel()

const order: OrderRow = {
  siteId: 1,
  id: 70,
  book: 'futures',
  optionId: 1,
  memberId: 7,
  lot: 0,
  side: 'LONG',
  marketType: 'LIMIT',
  qty: 100,
  price: 600_000,
  triggerPrice: null,
  triggerKind: null,
  triggerDirection: null,
  ticks: null,
  isReduceOnly: false,
  positionId: null,
  takeProfit: null,
  stopLoss: null,
  isMarkTp: false,
  isMarkSl: false,
  leverage: 10,
  marginType: 'CROSS',
  tolerancePpm: null,
  isUncovered: false,
  basePrice: null,
  executeAt: null,
  expiresAt: null,
  status: 'NEW',
  filledQty: 0,
  filledQuote: 0n,
  fee: 0n,
  reason: null,
  origin: 'MEMBER',
  acceptedAt: 1,
  triggeredAt: null,
  closedAt: null,
}

const position: PositionRow = {
  siteId: 1,
  id: 80,
  book: 'futures',
  optionId: 1,
  memberId: 7,
  lot: 0,
  followId: null,
  leadLot: null,
  owedClose: 0,
  owedBy: null,
  otherPnl: 0n,
  side: 'LONG',
  qty: 100,
  entryQuote: 600_000_000_000n,
  leverage: 10,
  marginType: 'CROSS',
  margin: 0n,
  fundingIndex: 0n,
  fundingFee: 0n,
  fee: 0n,
  realizedPnl: 0n,
  maxQty: 100,
  growth: null,
  changedAt: 1_000,
  openedQuote: 600_000_000_000n,
  closedQty: 0,
  closedQuote: 0n,
  isWarned: false,
  overnight: null,
  fxRate: null,
  tradingDay: null,
  openedAt: 1,
  closedAt: null,
  closeReason: null,
}

const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const cross = (markPnl: number): FuturesCross => ({
  posted: usdt(1_000),
  reserved: usdt(600),
  playerPoint: usdt(1_000),
  markPnl: usdt(markPnl),
  isolatedPnl: 0n,
  minusFundingFee: 0n,
  available: usdt(400 + Math.min(0, markPnl)),
})

test('the futures queue starts with what the member has open, and goes on with his events', async () => {
  await channel.open()
  const { core } = channel.house
  const stop = { ...order, id: 71, marketType: 'STOPLOSS', qty: null, price: null, triggerPrice: 550_000 } as const
  core.orders = [order, { ...stop, triggerKind: 'last', positionId: 80 }]
  core.positions = [position]
  channel.house.publish('futures', 'ORDER_SUCCESS', {})
  const client = await channel.signedIn()
  const queue = await client.subscribe('/user/queue/futures')
  channel.house.publish('futures', 'ORDER_CANCEL', { id: 70 })
  await client.until(() => queue.length === 2)
  expect(queue).toMatchObject([
    {
      ...envelopeOf(1, 'SNAPSHOT'),
      data: {
        orders: [{ id: 70, marketType: 'LIMIT', price: '60000.0' }],
        tpsl: [{ id: 71, marketType: 'STOPLOSS', futuresPositionId: 80 }],
        positions: [{ id: 80, qty: '0.100', stopLoss: '55000.0', liquidPrice: '50000.0' }],
      },
    },
    { ...envelopeOf(2, 'ORDER_CANCEL'), data: { id: 70 } },
  ])
  const other = await (await channel.signedIn({ memberId: 8 })).subscribe('/user/queue/futures')
  expect(other[0]?.data).toEqual({ orders: [], tpsl: [], positions: [] })
})

const pnls = (envelopes: readonly Envelope[]) => envelopes.map(({ data }) => (data as { markPnl: string }).markPnl)

test('the CROSS margin account is told when prices moved it', async () => {
  await channel.open({ marginAccountMs: 5 })
  const { core } = channel.house
  core.cross = cross(0)
  const client = await channel.signedIn()
  const queue = await client.subscribe('/user/queue/cross')
  core.cross = cross(-1)
  await client.until(() => queue.length === 2)
  expect(queue).toMatchObject([
    { ...envelopeOf(null, 'SNAPSHOT'), data: { markPnl: '0', posted: '1000' } },
    { ...envelopeOf(null, 'CROSS'), data: { markPnl: '-1', available: '399' } },
  ])
  expect(destinations['/user/queue/cross'].CROSS.safeParse(queue[1]?.data).error).toBeUndefined()
})

test('an order, a fill or a payment tells the CROSS margin account at once, and once for all of a turn', async () => {
  await channel.open({ marginAccountMs: 60_000 })
  const { core } = channel.house
  core.cross = cross(0)
  const client = await channel.signedIn()
  const queue = await client.subscribe('/user/queue/cross')
  core.cross = cross(-1)
  for (const event of ['ORDER_FILLED', 'POSITION_OPEN']) channel.house.publish('futures', event, {})
  channel.house.publish('point', 'POINT', {})
  await client.until(() => queue.length === 2)
  core.cross = cross(-2)
  channel.house.publish('trade', 'BET_ACCEPTED', {})
  core.cross = cross(-3)
  channel.house.publish('point', 'POINT', {})
  await client.until(() => queue.length === 3)
  expect(pnls(queue)).toEqual(['0', '-1', '-3'])
})

test('who has no futures wallet is told nothing of it', async () => {
  await channel.open({ marginAccountMs: 5 })
  channel.house.core.cross = cross(0)
  const client = await channel.signedIn({ memberId: 8 })
  const queue = await client.subscribe('/user/queue/cross')
  expect(queue).toEqual([{ ...envelopeOf(null, 'SNAPSHOT'), data: null }])
})
