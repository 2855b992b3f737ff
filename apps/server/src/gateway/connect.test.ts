import { afterEach, describe, expect, test, vi } from 'vitest'
import { member } from '../../test/gateway-house.ts'
import { liveChannel } from '../../test/live-channel.ts'

const channel = liveChannel()
afterEach(() => void vi.useRealTimers())

describe('CONNECT', () => {
  test.each([
    ['an expired token', async () => channel.house.token({}, Date.now() - 901_000), 'TOKEN_EXPIRED'],
    ['a token of another key', async () => forged(), 'UNAUTHENTICATED'],
    ['a token without signature', async () => unsigned(await channel.house.token()), 'UNAUTHENTICATED'],
    ['a token with other claims', async () => tampered(await channel.house.token()), 'UNAUTHENTICATED'],
    ['no token at all', async () => '', 'UNAUTHENTICATED'],
    ['naughty characters', async () => '<script>\u202e\ud83d\udca9', 'UNAUTHENTICATED'],
  ])('with %s is refused', async (_name, token, code) => {
    await channel.open()
    const { message, body } = await channel
      .peer({ siteInfoId: '1', Authorization: `Bearer ${await token()}` })
      .refusal()
    expect(message).toBe(code)
    expect(body).toMatchObject({ code, message: expect.stringMatching(/[가-힣]/) })
  })

  test.each([
    ['another name than the token’s', { login: 'demo2', siteInfoId: '1' }, 'UNAUTHENTICATED'],
    ['another site than the token’s', { siteInfoId: '15' }, 'SITE_MISMATCH'],
  ])('of a member with %s is refused', async (_name, headers, code) => {
    await channel.open()
    const client = channel.peer({ Authorization: `Bearer ${await channel.house.token()}`, ...headers })
    expect((await client.refusal()).message).toBe(code)
  })

  test.each([
    ['no site', {}, 'SITE_NOT_FOUND'],
    ['an unknown site', { siteInfoId: '99' }, 'SITE_NOT_FOUND'],
    ['a site that is no number', { siteInfoId: '1 or 1=1' }, 'SITE_NOT_FOUND'],
    ['a name but no token', { siteInfoId: '1', login: 'demo1' }, 'UNAUTHENTICATED'],
  ])('of a guest with %s is refused', async (_name, headers, code) => {
    await channel.open()
    expect((await channel.peer(headers).refusal()).message).toBe(code)
  })

  test('from a mobile device is refused where the member is barred from them', async () => {
    await channel.open()
    const token = await channel.house.token({ noMobile: true })
    const phone = channel.raw({ headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile' } })
    await phone.connect({ Authorization: `Bearer ${token}` })
    expect(await phone.ending()).toEqual({ command: 'ERROR', message: 'DEVICE_MOBILE_BLOCKED' })
    const desk = await channel.raw().connect({ Authorization: `Bearer ${token}` })
    expect(desk.frames[0]?.command).toBe('CONNECTED')
  })

  test('a socket outlives its access token', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await channel.open()
    const credentials = { siteInfoId: '1', Authorization: `Bearer ${await channel.house.token()}` }
    const client = await channel.peer(credentials).ready()
    const pongs = await client.subscribe('/user/queue/pong')
    vi.setSystemTime(Date.now() + 901_000)
    expect((await channel.peer(credentials).refusal()).message).toBe('TOKEN_EXPIRED')
    client.client.publish({ destination: '/app/ping' })
    await client.until(() => pongs.length === 2)
    expect(client.closed).toBeNull()
  })

  const forged = async () => {
    const { mintAccessToken } = await import('../http/index.ts')
    const { derivedKey } = await import('../secrets.ts')
    const key = derivedKey('another secret that nobody gave away', 'access-token')
    return mintAccessToken(key, { ...member, sessionStart: 1, noMobile: false }, Date.now())
  }
  const unsigned = (token: string) =>
    `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`
  const tampered = (token: string) => {
    const [head, payload, signature] = token.split('.')
    const claims = { ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), sub: '8' }
    return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  }
})

describe('the upgrade', () => {
  test.each([
    ['http://evil.example', 403, 'INVALID_ACCESS'],
    ['null', 403, 'INVALID_ACCESS'],
    ['not a url', 403, 'INVALID_ACCESS'],
    ['http://maru.example.evil.example', 403, 'INVALID_ACCESS'],
  ])('from the page of %s is refused', async (origin, status, code) => {
    await channel.open()
    const answer = await channel.raw({ headers: { origin } }).refused()
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(channel.house.gateway.sockets).toBe(0)
  })

  test('from this host and from a site’s domain is taken', async () => {
    await channel.open()
    for (const origin of [`http://127.0.0.1:${channel.house.port}`, 'https://maru.example']) {
      const client = await channel.raw({ headers: { origin } }).connect()
      expect(client.frames[0]?.command).toBe('CONNECTED')
    }
  })

  test('without STOMP 1.2 among its sub-protocols is refused', async () => {
    await channel.open()
    expect(await channel.raw({ protocols: ['v11.stomp'] }).refused()).toMatchObject({ status: 400 })
  })

  test('of another path is an unknown route', async () => {
    await channel.open()
    expect(await channel.raw({ path: '/other' }).refused()).toMatchObject({
      status: 404,
      body: { code: 'ROUTE_NOT_FOUND' },
    })
  })

  test('is what the address is for: a plain request is refused', async () => {
    await channel.open()
    const response = await fetch(`http://127.0.0.1:${channel.house.port}/bx_ws`)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'INVALID_REQUEST'])
  })

  test.each([
    ['one address', { maxSocketsPerAddress: 2 }, 429, 'RATE_LIMITED'],
    ['all', { maxSockets: 2 }, 503, 'TRY_AGAIN_LATER'],
  ])('past the number of sockets of %s is refused until one closes', async (_name, options, status, code) => {
    await channel.open(options)
    const [first] = [await channel.raw().open(), await channel.raw().open()]
    const answer = await channel.raw().refused()
    expect(answer.body.code).toBe(code)
    expect(answer.status).toBe(status)
    first.ws.close()
    await first.until(() => first.closed !== null)
    await channel.raw().open()
  })
})
