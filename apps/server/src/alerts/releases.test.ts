import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { startPushService } from '../../test/push-service.ts'
import { until } from '../../test/until.ts'
import { ReleaseWatch } from './release-watch.ts'
import type { Alert } from './teller.ts'

const minute = 60_000
let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let publicKey = ''
beforeAll(async () => {
  service = await startPushService(() => publicKey)
  server = await startTestServer({ reach: service.reach, env: service.env })
  publicKey = (await server.call('/api/alert', { token: await tokenOf('demo1') })).body.publicKey
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(async () => {
  service.pushed.length = 0
  await server.database.run('delete from economic_event')
  await server.database.run('delete from alert_told')
  await forget()
  for (const username of ['demo1', 'demo2'])
    await wish(username, null, { ECONOMIC: { app: true, push: true, mail: false } })
})

const tokenOf = async (username: string) => (await server.login(username)).accessToken
async function wish(username: string, releases: number | null, change: object = {}) {
  const token = await tokenOf(username)
  const { setting } = (await server.call('/api/alert', { token })).body
  const body = { ...setting, channels: { ...setting.channels, ...change }, releases, quiet: null }
  expect((await server.call('/api/alert/setting', { token, body })).status).toBe(200)
}
async function idOf(username: string): Promise<number> {
  const [row] = await server.database.run(`select id from member where site_id = 1 and username = '${username}'`)
  return Number(row?.['id'])
}
let ids = 1
const release = (at: number, importance: number, { name = 'CPI', siteId = 1 } = {}) =>
  server.database.run(
    `insert into economic_event values (${siteId}, ${ids++}, ${at}, 'US', '${name}', ${importance}, '0.2%', '0.3%', null, 'test')`,
  )
async function toldTo(username: string): Promise<string[]> {
  const rows = await server.database.run(
    `select content from message where site_id = 1 and member_id = ${await idOf(username)} and title = '경제지표 발표' order by id`,
  )
  return rows.map(({ content }) => String(content))
}
const forget = () => server.database.run(`delete from message where title = '경제지표 발표'`)
const kst = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(11, 16)

/** A watch of its own, whose alerts wait until the test tells them. */
async function planned(username = 'demo1', importance: 2 | 3 = 3) {
  const offered: Alert[] = []
  const watch = new ReleaseWatch(server.deps, { offer: (alert) => void offered.push(alert) })
  watch.choose(1, await idOf(username), importance)
  await watch.look()
  const stands = async () => {
    const found: boolean[] = []
    for (const { claim } of offered.splice(0))
      found.push(await server.deps.db.system(async (tx) => (await claim?.(tx, server.deps.clocks.wall())) ?? true))
    return found
  }
  return { watch, offered, stands }
}

describe('a release', () => {
  it('is told ten minutes before, by its time in Korea, to who asked for its importance, once', async () => {
    await wish('demo1', 3)
    await wish('demo2', 2)
    const token = await tokenOf('demo1')
    service.answers(503)
    await server.call('/api/push/subscribe', { token, body: service.subscribe() })
    const at = Date.now() + 9 * minute
    await release(at, 3)
    await release(at, 2, { name: 'PMI' })
    await release(at, 1, { name: 'Auction' })
    await release(Date.now() + 12 * minute, 3, { name: 'Later' })
    await release(at, 3, { name: 'Elsewhere', siteId: 15 })
    await until('both are told', async () => (await toldTo('demo2')).length === 2)
    expect(await toldTo('demo1')).toEqual([`9분 뒤 ${kst(at)} 발표: 미국 CPI`])
    expect((await toldTo('demo2')).sort()).toEqual([
      `9분 뒤 ${kst(at)} 발표: 미국 CPI`,
      `9분 뒤 ${kst(at)} 발표: 미국 PMI`,
    ])
    // No device hears of it once it is out.
    const written = await until('the push is written', async () => {
      const [row] = await server.database.run(`select payload->>'expiresAt' as at from outgoing where kind = 'push'`)
      return row?.['at']
    })
    expect(Number(written)).toBe(at)
    service.answers(201)
    await until('the push', async () => service.pushed.length > 0)
    expect(service.pushed).toMatchObject([{ title: '경제지표 발표', url: '/more/economic' }])
  })

  it('that is over is not told, nor to who hears of releases nowhere', async () => {
    await release(Date.now() - 1_000, 3)
    expect((await planned()).offered).toEqual([])
    await wish('demo1', 3, { ECONOMIC: { app: false, push: false, mail: false } })
    await release(Date.now() + 5 * minute, 3)
    await wish('demo2', 3)
    await until('the other is told', async () => (await toldTo('demo2')).length === 1)
    expect(await toldTo('demo1')).toEqual([])
  })
})

describe('after an alert was planned', () => {
  it('its release moved: nothing is told of the old time, and of the new one ten minutes before it', async () => {
    const at = Date.now() + 9 * minute
    await release(at, 3)
    const { watch, offered, stands } = await planned()
    expect(offered).toHaveLength(1)
    await server.database.run(`update economic_event set at = ${at + 60 * minute}`)
    expect(await stands()).toEqual([false])
    await watch.look()
    expect(offered).toEqual([])
    await server.database.run(`update economic_event set at = ${at + 1}`)
    await watch.look()
    expect(await stands()).toEqual([true])
  })

  it('its release is gone, or matters less: nothing is told; it is back: it is', async () => {
    const at = Date.now() + 9 * minute
    await release(at, 3)
    const { watch, stands } = await planned()
    await server.database.run('delete from economic_event')
    expect(await stands()).toEqual([false])
    await release(at, 3)
    await watch.look()
    await server.database.run('update economic_event set importance = 2')
    expect(await stands()).toEqual([false])
    await server.database.run('update economic_event set importance = 3')
    await watch.look()
    expect(await stands()).toEqual([true])
  })

  it('its time came: nothing is told any more', async () => {
    const at = Date.now() + minute
    await release(at, 3)
    const { offered } = await planned()
    const claimed = (now: number) => server.deps.db.system(async (tx) => offered[0]?.claim?.(tx, now))
    expect([await claimed(at - 1), await claimed(at)]).toEqual([true, false])
  })

  it('the same release is imported anew under another id: it is told once', async () => {
    await wish('demo1', 3)
    const at = Date.now() + 9 * minute
    await release(at, 3)
    await until('it is told', async () => (await toldTo('demo1')).length === 1)
    await server.database.run('delete from economic_event')
    await release(at, 3)
    // The server looks at it twice meanwhile; a second release of that time says when.
    await release(at, 3, { name: 'GDP' })
    await until('the other is told', async () => (await toldTo('demo1')).length > 1)
    expect((await toldTo('demo1')).map((text) => text.split(' ').at(-1))).toEqual(['CPI', 'GDP'])
  })

  it('the server ends: the next one tells it, and once', async () => {
    const at = Date.now() + 9 * minute
    await release(at, 3)
    expect((await planned()).offered).toHaveLength(1)
    await wish('demo1', 3)
    const { database } = server
    // What the ended server may have told meanwhile is as if it had not been.
    await server.close(true)
    await database.run('delete from alert_told')
    await database.run(`delete from message where title = '경제지표 발표'`)
    for (const which of ['first', 'second']) {
      server = await startTestServer({ reach: service.reach, env: service.env, database })
      await release(at, 3, { name: which })
      await until(`the ${which} start`, async () => (await toldTo('demo1')).some((text) => text.endsWith(which)))
      if (which === 'first') await server.close(true)
    }
    expect((await toldTo('demo1')).map((text) => text.split(' ').at(-1)).sort()).toEqual(['CPI', 'first', 'second'])
  })
})

it('who chose before there were releases keeps what he chose', async () => {
  const token = await tokenOf('demo1')
  await wish('demo1', 2, { MONEY: { app: false, push: true, mail: true } })
  await server.database.run(`update alert_setting set setting = (setting - 'releases') #- '{channels,ECONOMIC}'`)
  const { setting } = (await server.call('/api/alert', { token })).body
  expect(setting).toMatchObject({
    channels: { MONEY: { app: false, push: true, mail: true }, ECONOMIC: { app: true, push: true, mail: false } },
    releases: null,
  })
})

it.each([[1], [4], ['3'], [true]])('releases of importance %j are no setting', async (releases) => {
  const token = await tokenOf('demo1')
  const { setting } = (await server.call('/api/alert', { token })).body
  const answer = await server.call('/api/alert/setting', { token, body: { ...setting, releases } })
  expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST'])
})
