import { destinations } from '@maru/contract'
import type { OverseaCross } from '@maru/core'
import { expect, test } from 'vitest'
import { liveChannel } from '../../test/live-channel.ts'
import { type Envelope, envelopeOf } from '../../test/stomp-peer.ts'

const channel = liveChannel()

const cross = (lastPnl: bigint): OverseaCross => ({
  playerPoint: 9_000_000n,
  playerGameWaitPoint: 560_000n,
  lastPnl,
  equity: 9_560_000n + lastPnl,
  losscut: 112_000n,
  warnAt: 224_000n,
})
const pnls = (envelopes: readonly Envelope[]) => envelopes.map(({ data }) => (data as { lastPnl: string }).lastPnl)

test('the overseas margin account is told when prices moved it', async () => {
  await channel.open({ marginAccountMs: 5 })
  const { core } = channel.house
  core.overseaCross = cross(0n)
  const client = await channel.signedIn()
  const queue = await client.subscribe('/user/queue/oversea_cross')
  core.overseaCross = cross(-1_750n)
  await client.until(() => queue.length === 2)
  expect(queue).toEqual([
    {
      ...envelopeOf(null, 'SNAPSHOT'),
      data: {
        playerPoint: '9000000',
        lastPnl: '0',
        losscut: '112000',
        warnAt: '224000',
        playerGameWaitPoint: '560000',
      },
    },
    {
      ...envelopeOf(null, 'CROSS'),
      data: {
        playerPoint: '9000000',
        lastPnl: '-1750',
        losscut: '112000',
        warnAt: '224000',
        playerGameWaitPoint: '560000',
      },
    },
  ])
  expect(destinations['/user/queue/oversea_cross'].CROSS.safeParse(queue[1]?.data).error).toBeUndefined()
  const other = await (await channel.signedIn({ memberId: 8 })).subscribe('/user/queue/oversea_cross')
  expect(other).toEqual([{ ...envelopeOf(null, 'SNAPSHOT'), data: null }])
})

test('an overseas order or a payment tells it at once, what happens in futures does not', async () => {
  await channel.open({ marginAccountMs: 60_000 })
  const { core } = channel.house
  core.overseaCross = cross(0n)
  const client = await channel.signedIn()
  const queue = await client.subscribe('/user/queue/oversea_cross')
  core.overseaCross = cross(-1n)
  for (const event of ['ORDER_FILLED', 'POSITION_OPEN']) channel.house.publish('oversea', event, {})
  await client.until(() => queue.length === 2)
  core.overseaCross = cross(-2n)
  channel.house.publish('futures', 'ORDER_FILLED', {})
  await client.subscribe('/user/queue/point') // answered after whatever the event caused
  core.overseaCross = cross(-3n)
  channel.house.publish('point', 'POINT', {})
  await client.until(() => queue.length === 3)
  expect(pnls(queue)).toEqual(['0', '-1', '-3'])
})

test('a stock that the core lets rest, though the market is open, is shown to rest', async () => {
  await channel.open()
  channel.house.core.resting = ['XAUUSD']
  for (const symbol of ['EURUSD', 'XAUUSD']) channel.house.market.set(symbol, { last: 110_000, isRest: false })
  const client = await channel.signedIn()
  const told = (await client.subscribe('/topic/oversea')) as Envelope<{ stock: string; isRest: boolean }[]>[]
  // The gateway asks the core at its beats: a snapshot of before the first answer is followed by the rest.
  const rest = (stock: string) =>
    told.flatMap(({ data }) => data.filter((row) => row.stock === stock)).at(-1)?.isRest ?? null
  await client.until(() => rest('OV_XAUUSD') === true)
  expect(rest('OV_EURUSD')).toBe(false)
})
