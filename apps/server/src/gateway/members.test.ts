import { destinations } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { liveChannel } from '../../test/live-channel.ts'
import { type Envelope, envelopeOf } from '../../test/stomp-peer.ts'
import { until } from '../../test/until.ts'

const channel = liveChannel()

describe('a member', () => {
  test('hears of his bets and wallet, numbered from the snapshot on', async () => {
    await channel.open()
    channel.house.publish('trade', 'BET_ACCEPTED', { before: true })
    const client = await channel.signedIn()
    const trade = await client.subscribe('/user/queue/trade')
    const point = await client.subscribe('/user/queue/point')
    channel.house.publish('trade', 'BET_SETTLED', { bet: 1 })
    channel.house.publish('point', 'POINT', { point: '5' })
    await client.until(() => trade.length === 2 && point.length === 2)
    expect(trade).toEqual([
      { ...envelopeOf(1, 'SNAPSHOT'), data: null },
      { ...envelopeOf(2, 'BET_SETTLED'), data: { bet: 1 } },
    ])
    expect(point).toEqual([
      {
        ...envelopeOf(0, 'SNAPSHOT'),
        data: [{ type: 'BINARY', currency: 'KRW', point: '8950000', gameWaitPoint: '50000' }],
      },
      { ...envelopeOf(1, 'POINT'), data: { point: '5' } },
    ])
  })

  test('misses nothing and hears nothing twice while events run', async () => {
    await channel.open()
    const clients = await Promise.all([channel.signedIn(), channel.signedIn(), channel.signedIn()])
    let last = 0
    const running = setInterval(() => {
      for (let i = 0; i < 5; i++) last = channel.house.publish('trade', 'BET_SETTLED', {})
    }, 1)
    const queues: Envelope[][] = []
    for (const client of clients) {
      const from = last
      await until('events go on', () => last > from + 10)
      queues.push(await client.subscribe('/user/queue/trade'))
    }
    await clients[2]!.until(() => queues[2]!.length > 100)
    clearInterval(running)
    for (const [index, client] of clients.entries()) {
      const seen = queues[index]!
      await client.until(() => seen.at(-1)?.seq === last)
      const start = seen[0]!.seq!
      expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: last - start + 1 }, (_, i) => start + i))
    }
  })

  test('hears nothing of other members, nor members of other sites of him', async () => {
    await channel.open()
    const [one, two] = [await channel.signedIn(), await channel.signedIn({ memberId: 8 })]
    const [first, second] = [await one.subscribe('/user/queue/trade'), await two.subscribe('/user/queue/trade')]
    const other = await channel.peer({ Authorization: `Bearer ${await channel.house.token({ siteId: 15 })}` }).ready()
    const third = await other.subscribe('/user/queue/trade')
    channel.house.publish('trade', 'BET_SETTLED', { of: 7 })
    channel.house.publish('trade', 'BET_SETTLED', { of: 8 }, 8)
    await one.until(() => first.length === 2)
    await two.until(() => second.length === 2)
    expect(first[1]?.data).toEqual({ of: 7 })
    expect(second[1]?.data).toEqual({ of: 8 })
    expect(third).toHaveLength(1)
  })

  test('gets messages, and notices of his site only', async () => {
    await channel.open()
    const client = await channel.signedIn()
    const messages = await client.subscribe('/user/queue/message')
    const notices = await client.subscribe('/topic/notice/1')
    channel.house.control({ kind: 'message', siteId: 1, memberId: 7, data: { id: 1, title: 'a', content: 'b' } })
    channel.house.control({ kind: 'notice', siteId: 15, data: { id: 2, title: 'not', content: 'ours' } })
    channel.house.control({ kind: 'notice', siteId: 1, data: { id: 3, title: 'c', content: '<b>d</b>' } })
    await client.until(() => messages.length === 2 && notices.length === 2)
    expect(messages).toEqual([
      { ...envelopeOf(0, 'SNAPSHOT'), data: null },
      { ...envelopeOf(1, 'MESSAGE'), data: { id: 1, title: 'a', content: 'b' } },
    ])
    expect(notices).toEqual([
      { ...envelopeOf(null, 'SNAPSHOT'), data: null },
      { ...envelopeOf(null, 'NOTICE'), data: { id: 3, title: 'c', content: '<b>d</b>' } },
    ])
  })

  test('pings and gets a pong with the server’s time, on the socket that asked', async () => {
    await channel.open()
    const [client, other] = [await channel.signedIn(), await channel.signedIn()]
    const pongs = (await client.subscribe('/user/queue/pong')) as Envelope<{ ts: number }>[]
    const others = await other.subscribe('/user/queue/pong')
    client.client.publish({ destination: '/app/ping' })
    await client.until(() => pongs.length === 2)
    expect(pongs[1]).toMatchObject({ event: 'PONG', seq: null, data: { ts: pongs[1]!.ts } })
    expect(others).toHaveLength(1)
  })

  test.each([
    '/user/queue/futures',
    '/user/queue/oversea',
    '/user/queue/cross',
    '/user/queue/oversea_cross',
    '/user/queue/error',
  ])('may subscribe to %s', async (queue) => {
    await channel.open()
    const client = await channel.signedIn()
    const envelopes = await client.subscribe(queue)
    expect(envelopes).toMatchObject([{ event: 'SNAPSHOT', epoch: 3 }])
  })

  test('hears of the rounds of an option from their snapshot on', async () => {
    await channel.open()
    const client = await channel.signedIn()
    const rounds = (await client.subscribe('/topic/trade/12')) as Envelope<{ betting: unknown }>[]
    channel.house.publishTopic('/topic/trade/12', 'ROUND_LOCKED', { id: 99, phase: 'LOCKED' })
    channel.house.publishTopic('/topic/trade/12', 'ROUND_LOCKED', { id: 99, phase: 'LOCKED' }, 15)
    channel.house.publishTopic('/topic/trade/13', 'ROUND_LOCKED', { id: 98, phase: 'LOCKED' })
    channel.house.publishTopic('/topic/trade/12', 'ROUND_RUNNING', { id: 99, phase: 'RUNNING' })
    await client.until(() => rounds.length === 3)
    expect(rounds.map(({ event }) => event)).toEqual(['SNAPSHOT', 'ROUND_LOCKED', 'ROUND_RUNNING'])
    const snapshot = rounds[0]!.data
    expect(snapshot.betting).not.toBeNull()
    expect(destinations['/topic/trade/{tradeOptionId}'].SNAPSHOT.safeParse(snapshot).error).toBeUndefined()
  })

  test('sees a new epoch after the core was started again', async () => {
    await channel.open()
    const client = await channel.signedIn()
    const trade = await client.subscribe('/user/queue/trade')
    channel.house.publish('trade', 'BET_ACCEPTED', {})
    channel.house.core.restart()
    channel.house.publish('trade', 'BET_SETTLED', {})
    await client.until(() => trade.length === 3)
    expect(trade.map(({ epoch, seq }) => [epoch, seq])).toEqual([
      [3, 0],
      [3, 1],
      [4, 1],
    ])
  })
})

describe('force_logout', () => {
  test('tells the sockets of the session and closes them; other sessions stay', async () => {
    await channel.open()
    const [ended, stays] = [await channel.signedIn({ sessionId: 70 }), await channel.signedIn({ sessionId: 71 })]
    const told = await ended.subscribe('/user/queue/force_logout')
    const untold = await stays.subscribe('/user/queue/force_logout')
    channel.house.control({ kind: 'endSession', siteId: 1, memberId: 7, sessionId: 70, reason: 'LOGOUT' })
    await ended.until(() => ended.closed !== null)
    expect(told[1]).toEqual({ ...envelopeOf(1, 'FORCE_LOGOUT'), data: { reason: 'LOGOUT' } })
    expect(ended.closed?.code).toBe(4001)
    expect(untold).toHaveLength(1)
    expect(stays.closed).toBeNull()
  })

  test('ends all sessions of a member, and no one else’s', async () => {
    await channel.open()
    const mine = [await channel.signedIn({ sessionId: 70 }), await channel.signedIn({ sessionId: 71 })]
    const [other, visitor] = [await channel.signedIn({ memberId: 8 }), await channel.guest()]
    channel.house.control({ kind: 'endSession', siteId: 1, memberId: 7, sessionId: null, reason: 'DENY' })
    for (const client of mine) await client.until(() => client.closed !== null)
    expect([other.closed, visitor.closed]).toEqual([null, null])
  })

  test('blocks a member’s mobile devices: their sockets end, the others stay', async () => {
    await channel.open()
    const token = await channel.house.token()
    const phone = channel.raw({ headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile' } })
    await phone.connect({ Authorization: `Bearer ${token}` })
    const desk = await channel.signedIn()
    channel.house.control({ kind: 'blockMobile', siteId: 1, memberId: 7 })
    await expect.poll(() => phone.ws.readyState).toBe(phone.ws.CLOSED)
    expect(desk.closed).toBeNull()
  })

  test('a token of an ended session comes in no more', async () => {
    await channel.open()
    const token = await channel.house.token()
    channel.house.control({ kind: 'endSession', siteId: 1, memberId: 7, sessionId: 70, reason: 'LOGOUT' })
    expect(await channel.peer({ Authorization: `Bearer ${token}` }).refusal()).toMatchObject({
      message: 'SESSION_REVOKED',
    })
  })
})
