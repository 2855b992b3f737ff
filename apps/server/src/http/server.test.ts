import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  commandEndpoints,
  type Endpoint,
  ErrorBody,
  endpoints,
  memberEndpoints,
  siteEndpoints,
  tradeEndpoints,
} from '@maru/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpHouse, key, startHttp, unlimited } from '../../test/http-app.ts'
import { CoreAnswer, type Handler, route } from './index.ts'

const bets: Parameters<Handler<typeof tradeEndpoints.betting>>[0]['body'][] = []
const webDir = mkdtempSync(join(tmpdir(), 'maru-web-'))
const consoleDir = mkdtempSync(join(tmpdir(), 'maru-console-'))
let house: HttpHouse
let token: string

beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(
    join(webDir, 'index.html'),
    '<!doctype html><html lang="ko"><title>마루</title><script nonce="__CSP_NONCE__">1</script><script type="module" src="/assets/a-1.js"></script>',
  )
  writeFileSync(join(webDir, 'assets', 'a-1.js'), `export const text = '${'word '.repeat(500)}'`)
  mkdirSync(join(consoleDir, 'assets'))
  writeFileSync(join(consoleDir, 'index.html'), '<!doctype html><title>console</title><script>2</script>')
  writeFileSync(join(consoleDir, 'assets', 'b-2.js'), 'export const two = 2')
  house = await startHttp({
    rates: unlimited,
    webDir,
    consoleDir,
    before: (app, deps) =>
      route(app, deps, tradeEndpoints.betting, ({ body, idempotency }) => {
        bets.push(body)
        const body409 = { code: 'ROUND_NOT_OPEN', params: { hash: idempotency.bodyHash } }
        return new CoreAnswer({ status: 409, body: body409, epoch: 1, batch: 1 })
      }),
  })
  await house.database.run("update site set domains = array['maru.example'] where id = 1")
  await house.app.sites.load()
  token = (await house.login('demo1')).accessToken
})
afterAll(async () => {
  await house.close()
  for (const dir of [webDir, consoleDir]) rmSync(dir, { recursive: true })
})

const bet = (payload: unknown, headers: Record<string, string> = {}) =>
  house.app.inject({
    method: 'POST',
    url: '/api/trade/history/betting',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key(),
      'content-type': 'application/json',
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

describe('a failure', () => {
  it('is {code, message, params, traceId} with the status of its code', async () => {
    const answer = await house.app.inject({ url: '/api/me' })
    expect(answer.statusCode).toBe(401)
    const body = ErrorBody.parse(answer.json())
    expect(body).toMatchObject({ code: 'UNAUTHENTICATED', message: '로그인이 필요합니다.', params: {} })
    expect(body.traceId).toBe(answer.headers['x-request-id'])
  })

  it('is ROUTE_NOT_FOUND for an unknown route, whatever it accepts', async () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing'],
      ['DELETE', '/api/me'],
      ['POST', '/api/me'],
      ['OPTIONS', '/api/me'],
      ['GET', '/assets/gone-123.js'],
      ['GET', '/assets/'],
      ['POST', '/exchange'],
    ] as const) {
      const answer = await house.app.inject({ method, url, headers: { accept: 'text/html' } })
      expect([method, url, answer.statusCode, answer.json().code]).toEqual([method, url, 404, 'ROUTE_NOT_FOUND'])
    }
  })

  it('is ROUTE_NOT_FOUND for an unknown route, whatever is sent there', async () => {
    for (const [type, payload] of [
      ['application/json', '{{'],
      ['application/json', JSON.stringify('x'.repeat(70_000))],
      ['text/plain', 'x'],
      ['multipart/form-data; boundary=x', '--x--'],
    ] as const) {
      const answer = await house.app.inject({
        method: 'POST',
        url: '/api/nothing',
        headers: { 'content-type': type },
        payload,
      })
      expect([type, answer.statusCode, answer.json().code]).toEqual([type, 404, 'ROUTE_NOT_FOUND'])
    }
  })

  it('passes on a refusal of the core with the catalogue’s text', async () => {
    const answer = await bet({ point: 5000, tradeRoundId: 1, type: 'B' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'ROUND_NOT_OPEN', message: '참여할 수 없는 회차입니다.' })
  })

  it('tells nothing but a trace id when the fault is ours', async () => {
    const answer = await house.app.inject({ url: '/api/test/broken' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: 'INTERNAL_ERROR', params: {} })
    expect(answer.body).not.toContain('the secret reason')
    expect(house.logged()).toContain('the secret reason')
    expect(house.logged()).toContain(answer.json().traceId)
  })
})

describe('an address that is not the contract’s', () => {
  it.each(['/api/partner/verify?siteInfoId=1&partnerPk=%00', '/api/partner/verify?siteInfoId=1&partnerPk=a%00b'])(
    'is refused where it holds a NUL: %s',
    async (url) => {
      const answer = await house.app.inject({ url })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
    },
  )
})

describe('a body that is not the contract’s', () => {
  const good = { point: 5000, tradeRoundId: 1, type: 'B' }
  it.each([
    ['an unknown field', { ...good, isAdmin: true }],
    ['a wrong type', { ...good, tradeRoundId: true }],
    ['an id that is no number', { ...good, tradeRoundId: '1x' }],
    ['an id with a sign', { ...good, tradeRoundId: '+1' }],
    ['an exponent', '{"point":1e9,"tradeRoundId":1,"type":"B"}'],
    ['an exponent in a string', { ...good, point: '1e9' }],
    ['minus zero', '{"point":-0,"tradeRoundId":1,"type":"B"}'],
    ['a negative amount', { ...good, point: -5000 }],
    ['zero', { ...good, point: 0 }],
    ['a fraction', { ...good, point: 5000.5 }],
    ['NaN', '{"point":NaN,"tradeRoundId":1,"type":"B"}'],
    ['NaN in a string', { ...good, point: 'NaN' }],
    ['30 decimals', '{"point":5000.000000000000000000000000000001,"tradeRoundId":1,"type":"B"}'],
    ['30 decimals in a string', { ...good, point: '5000.000000000000000000000000000001' }],
    ['an unsafe integer', { ...good, point: '9007199254740993' }],
    ['a leading zero', { ...good, point: '05000' }],
    ['full-width digits', { ...good, point: '５０００' }],
    ['an array', [good]],
    ['null', 'null'],
    ['nothing', ''],
    ['half of it', '{"point":5000'],
    ['a side that is none', { ...good, type: 'b' }],
    ['endless nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['endless nesting of odd numbers', `${'['.repeat(30_000)}1e5${']'.repeat(30_000)}`],
    ['a lone surrogate', '{"point":5000,"tradeRoundId":1,"type":"\\ud800"}'],
  ])('is refused: %s', async (_name, payload) => {
    bets.length = 0
    const answer = await bet(payload)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
    expect(bets).toEqual([])
  })

  it('is refused when it is larger than 64 kB', async () => {
    const answer = await bet({ ...good, note: 'x'.repeat(65_536) })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'is refused as %s',
    async (type) => {
      const answer = await bet(good, { 'content-type': type })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
    },
  )

  it('takes an amount and an id as a number and as a string', async () => {
    bets.length = 0
    await bet(good)
    await bet({ ...good, point: '5000', tradeRoundId: '1' })
    expect(bets.map((one) => [one.point, one.tradeRoundId])).toEqual([
      [5000, 1],
      [5000, 1],
    ])
  })
})

describe('a request that is hardly HTTP', () => {
  /** What the server says to these bytes, whole. */
  const say = async (bytes: string) => {
    const { port } = house.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    let text = ''
    for await (const chunk of socket) text += chunk
    const [head = '', body = ''] = text.split('\r\n\r\n')
    return [Number(head.split(' ')[1]), JSON.parse(body).code]
  }
  beforeAll(() => house.app.listen({ port: 0, host: '127.0.0.1' }).then(() => undefined))

  it('gets the catalogue’s body too', async () => {
    expect(await say('NONSENSE\r\n\r\n')).toEqual([400, 'INVALID_REQUEST'])
    expect(await say(`GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`)).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ])
    expect(await say('GET /api/%ZZ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toEqual([400, 'INVALID_REQUEST'])
    expect(await say('PROPFIND /api/me HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).toEqual([
      404,
      'ROUTE_NOT_FOUND',
    ])
  })
})

describe('a host', () => {
  const ask = async (host: string, url = '/api/site_info/code') => {
    const answer = await house.app.inject({ url, headers: { host } })
    return answer.statusCode === 200 ? 200 : answer.json().code
  }
  it('that is no domain of a site is served nothing', async () => {
    for (const host of [
      'evil.example',
      'maru.example.evil.example',
      'evil.example:3000',
      '203.0.113.9',
      '127.evil.example',
    ]) {
      expect([host, await ask(host), await ask(host, '/')]).toEqual([host, 'SITE_NOT_FOUND', 'SITE_NOT_FOUND'])
    }
  })

  it('is a domain of a site, in demo also this machine; probes may ask by any name', async () => {
    for (const host of ['maru.example', 'MARU.example:443', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      expect([host, await ask(host)]).toEqual([host, 200])
    }
    expect(await ask('10.0.0.7:3000', '/healthz')).toBe(200)
  })

  it('is no longer this machine outside demo, once a site has a domain', async () => {
    const live = await startHttp({ rates: unlimited, webDir, env: { DEMO: '0' } })
    const status = async (host: string) =>
      (await live.app.inject({ url: '/api/server_time_offset', headers: { host } })).statusCode
    expect(await status('localhost')).toBe(200)
    await live.database.run("update site set domains = array['maru.example'] where id = 1")
    await live.app.sites.load()
    expect([await status('localhost'), await status('maru.example')]).toEqual([404, 200])
    await live.close()
  })
})

describe('behind a proxy that ends TLS', () => {
  it('asks browsers for TLS for a year and judges origins by the public host', async () => {
    const proxied = await startHttp({ rates: unlimited, webDir, env: { TRUST_PROXY: '127.0.0.1' } })
    await proxied.database.run("update site set domains = array['maru.example'] where id = 1")
    await proxied.app.sites.load()
    const headers = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'maru.example',
      'x-forwarded-for': '203.0.113.9',
    }
    const page = await proxied.app.inject({ url: '/', headers })
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(page.headers['content-security-policy']).toContain('upgrade-insecure-requests')
    const login = (origin: string) =>
      proxied.app.inject({
        method: 'POST',
        url: '/api/login?siteInfoId=1',
        headers: { ...headers, origin },
        payload: { username: 'demo1', password: 'demo-pass-2026' },
      })
    expect((await login('https://maru.example')).statusCode).toBe(200)
    expect((await login('https://evil.example')).statusCode).toBe(403)
    const [session] = await proxied.database.run('select ip from login_session')
    expect(session).toEqual({ ip: '203.0.113.9' })
    await proxied.close()
  })
})

describe('an idempotency key', () => {
  it('must be a UUID', async () => {
    for (const value of ['', 'abc', '1234', 'zzzzzzzz-zzzz-4zzz-8zzz-zzzzzzzzzzzz']) {
      const answer = await bet({ point: 5000, tradeRoundId: 1, type: 'B' }, { 'idempotency-key': value })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED'])
    }
  })

  it('goes with a hash of the body that does not depend on order or spacing', async () => {
    const hash = async (text: string) => (await bet(text)).json().params.hash
    const one = await hash('{"point":5000,"tradeRoundId":1,"type":"B"}')
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect(await hash('{ "type": "B",\n "tradeRoundId": 1, "point": 5000 }')).toBe(one)
    expect(await hash('{"point":5001,"tradeRoundId":1,"type":"B"}')).not.toBe(one)
  })
})

describe('the site of a request', () => {
  const check = (query: string, headers: Record<string, string> = {}) =>
    house.app.inject({ url: `/api/user/check_username?username=somebody${query}`, headers })

  it('must be named by guests', async () => {
    for (const query of [
      '',
      '&siteInfoId=',
      '&siteInfoId=2',
      '&siteInfoId=abc',
      '&siteInfoId=1&siteInfoId=15',
      '&siteInfoId=-1',
    ]) {
      const answer = await check(query)
      expect([query, answer.statusCode, answer.json().code]).toEqual([query, 404, 'SITE_NOT_FOUND'])
    }
    expect((await check('&siteInfoId=15')).json()).toEqual({ available: true })
  })

  it('is the token’s for members; another one is SITE_MISMATCH', async () => {
    const me = (query: string) =>
      house.app.inject({ url: `/api/me${query}`, headers: { authorization: `Bearer ${token}` } })
    expect((await me('')).statusCode).toBe(200)
    expect((await me('?siteInfoId=1')).statusCode).toBe(200)
    for (const query of ['?siteInfoId=15', '?siteInfoId=2', '?siteInfoId=x', '?siteInfoId=1&siteInfoId=1']) {
      const answer = await me(query)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'SITE_MISMATCH'])
    }
  })

  it('is not contradicted by the body', async () => {
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/login?siteInfoId=1',
      payload: { username: 'demo1', password: 'demo-pass-2026', siteInfoId: 15 },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'SITE_MISMATCH'])
  })
})

describe('a token', () => {
  it.each(['Bearer a.b.c', 'Bearer ', 'Basic ZGVtbzE6eA==', 'eyJhbGciOiJub25lIn0.e30.', 'Bearer \u00e9'])(
    'that was not made here is refused: %s',
    async (authorization) => {
      const answer = await house.app.inject({ url: '/api/me', headers: { authorization } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHENTICATED'])
    },
  )

  it('that has expired says so', async () => {
    house.wall.offset += 16 * 60_000
    const answer = await house.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
    house.wall.offset -= 16 * 60_000
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'TOKEN_EXPIRED'])
  })
})

describe('another site’s page', () => {
  it('may not make a browser change anything', async () => {
    const login = (headers: Record<string, string>) =>
      house.app.inject({
        method: 'POST',
        url: '/api/login?siteInfoId=1',
        headers,
        payload: { username: 'nobody', password: 'x' },
      })
    for (const headers of [
      { origin: 'https://evil.example', host: 'maru.example' },
      { origin: 'null', host: 'maru.example' },
      { origin: 'http://maru.example:81', host: 'maru.example' },
      { 'sec-fetch-site': 'cross-site', host: 'maru.example' },
    ]) {
      const answer = await login(headers)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'INVALID_ACCESS'])
    }
    expect((await login({ origin: 'https://maru.example', host: 'maru.example' })).json().code).toBe('LOGIN_FAILED')
  })

  it('is given nothing by a CORS header', async () => {
    const answer = await house.app.inject({
      url: '/api/server_time_offset',
      headers: { origin: 'https://evil.example' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the console', () => {
  it('is a page of its own under /console, with the policy and the nonce of every page', async () => {
    for (const url of ['/console', '/console/', '/console/withdrawals?x=1', '/console/index.html']) {
      const answer = await house.app.inject({ url })
      const nonce = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1]
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-store'])
      expect(answer.body).toContain(`<title>console</title><script nonce="${nonce}">`)
    }
    expect((await house.app.inject({ url: '/consoles' })).body).not.toContain('<title>console</title>')
  })

  it('has hashed files of its own, and none of the members’ app', async () => {
    const file = await house.app.inject({ url: '/console/assets/b-2.js' })
    expect([file.statusCode, file.body]).toEqual([200, 'export const two = 2'])
    expect(file.headers['cache-control']).toContain('immutable')
    for (const url of ['/console/assets/a-1.js', '/console/assets/none', '/assets/b-2.js'])
      expect([url, (await house.app.inject({ url })).statusCode]).toEqual([url, 404])
  })
})

describe('the page', () => {
  it('is served for every page address, never cached, with a new nonce each time', async () => {
    const nonces = new Set<string>()
    for (const url of ['/', '/signin', '/exchange/12', '/ref/PARTNER1', '/more/notice/3?x=1', '/index.html']) {
      const answer = await house.app.inject({ url, headers: { accept: 'text/html,*/*' } })
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
      expect(answer.headers['cache-control']).toBe('no-store')
      const policy = String(answer.headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(answer.body.match(/<script[^>]* nonce="([^"]+)"/g)).toHaveLength(2)
      expect(answer.body).not.toContain('__CSP_NONCE__')
      expect(answer.body).toContain(`nonce="${nonce}"`)
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(6)
  })

  it('has the name and the guests’ language of its site before any script has run', async () => {
    await house.database.run(`update site set name = 'A & <B>', guest_language = 'en' where id = 15`)
    await house.app.sites.load()
    const { code } = house.app.sites.byId(15)!
    const page = async (url: string, host = 'localhost') => {
      const { body } = await house.app.inject({ url, headers: { accept: 'text/html', host } })
      return [/<html lang="(\w+)"/.exec(body)?.[1], /<title>(.*)<\/title>/.exec(body)?.[1]]
    }
    const first = ['ko', house.app.sites.byId(1)!.name]
    expect(await page('/signin')).toEqual(first)
    expect(await page(`/signin?site=${code}`)).toEqual(['en', 'A &#38; &#60;B&#62;'])
    for (const query of ['?site=none', '?site=a&site=b', '?site='])
      expect([query, (await house.app.inject({ url: `/signin${query}` })).statusCode]).toEqual([query, 200])
    // The host decides, whatever the address says.
    expect(await page(`/signin?site=${code}`, 'maru.example')).toEqual(first)
  })

  it('keeps hashed files for ever and sends them compressed', async () => {
    const answer = await house.app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.rawPayload.length).toBeLessThan(200)
  })

  it('carries the security headers on every answer', async () => {
    for (const url of ['/', '/api/me', '/api/nothing', '/healthz', '/assets/a-1.js']) {
      const { headers } = await house.app.inject({ url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })
})

describe('the probes', () => {
  it('say what is not ready', async () => {
    expect((await house.app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await house.app.inject({ url: '/readyz' })).statusCode).toBe(200)
    house.deps.ready.set('feed', () => 'BTCUSDT is stale')
    const answer = await house.app.inject({ url: '/readyz' })
    house.deps.ready.delete('feed')
    expect([answer.statusCode, answer.json().checks.feed]).toEqual([503, 'BTCUSDT is stale'])
  })

  it('tell nobody elsewhere what is not ready', async () => {
    house.deps.ready.set('feed', () => 'BTCUSDT is stale')
    for (const from of [{ remoteAddress: '10.0.0.9' }, { headers: { 'x-forwarded-for': '10.0.0.9' } }]) {
      const answer = await house.app.inject({ url: '/readyz', ...from })
      expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false }])
    }
    house.deps.ready.delete('feed')
    expect((await house.app.inject({ url: '/readyz', remoteAddress: '10.0.0.9' })).json()).toEqual({ ready: true })
  })

  it('show the metrics to this machine only', async () => {
    expect((await house.app.inject({ url: '/metrics' })).body).toContain('http_request_duration_seconds_bucket')
    for (const request of [
      { url: '/metrics', remoteAddress: '10.0.0.9' },
      { url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.9' } },
    ]) {
      expect((await house.app.inject(request)).statusCode).toBe(404)
    }
  })
})

describe('a long answer', () => {
  it('is compressed for who can read it', async () => {
    const plain = await house.app.inject({ url: '/api/openapi.json' })
    const packed = await house.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length * 4).toBeLessThan(plain.rawPayload.length)
  })
})

describe('the contract', () => {
  it('has a route for every call of sites, members and commands, and no other is there', () => {
    const own = Object.values<Endpoint>({ ...siteEndpoints, ...memberEndpoints, ...commandEndpoints })
    const missing = own.filter(({ method, path }) => !house.app.hasRoute({ method, url: path }))
    expect(missing.map(({ path }) => path)).toEqual([])
    const known = new Set<string>(Object.values<Endpoint>(endpoints).map(({ path }) => path))
    expect(house.routes.length).toBeGreaterThan(own.length)
    expect(house.routes.filter((url) => !known.has(url))).toEqual(['/api/test/broken', '/api/test/broken'])
  })
})

describe('the API reference', () => {
  it('describes every endpoint and runs under its policy without anything from elsewhere', async () => {
    const document = (await house.app.inject({ url: '/api/openapi.json' })).json()
    expect(document.paths['/api/trade/history/betting'].post.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
    )
    expect(document.paths['/api/trade/history/betting'].post.responses['422']).toBeDefined()
    const page = await house.app.inject({ url: '/api/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
    expect(page.body).not.toMatch(/(src|href)="https?:/)
    expect((await house.app.inject({ url: '/api/docs' })).headers.location).toBe('/api/docs/')
    expect((await house.app.inject({ url: '/api/docs/js/scalar.js' })).statusCode).toBe(200)
  })
})

describe('the log', () => {
  it('holds no password, token or phone number', async () => {
    await house.login('demo2')
    const text = house.logged()
    expect(text).toContain('signed in')
    for (const secret of ['demo-pass-2026', token, house.deps.config.tokenSecret, '010-0000-1002']) {
      expect(text).not.toContain(secret)
    }
  })

  it('blots out what is logged by mistake', () => {
    house.deps.log.info({ password: 'slip-1', body: { refreshToken: 'slip-2', user: { phone: 'slip-3' } } }, 'mistake')
    expect(house.logged()).toContain('mistake')
    expect(house.logged()).not.toContain('slip-')
  })
})
