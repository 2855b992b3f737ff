import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpHouse, startHttp } from '../../test/http-app.ts'
import { readConfig } from '../config.ts'
import { defaultRates } from './index.ts'

const own = 'desk.example.com'
const members = 'localhost'
let dir: string
let house: HttpHouse
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'maru-pages-'))
  writeFileSync(join(dir, 'index.html'), '<html>page</html>')
  const rates = { ...defaultRates, console: { points: 12, seconds: 60 } }
  house = await startHttp({ env: { CONSOLE_HOST: 'Desk.Example.com' }, webDir: dir, consoleDir: dir, rates })
})
afterAll(async () => {
  await house.close()
  rmSync(dir, { recursive: true, force: true })
})

let nthAddress = 0
async function ask(host: string, url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') {
  nthAddress += 1
  const remoteAddress = headers['address'] ?? `10.0.0.${nthAddress}`
  const { address: _, ...sent } = headers
  const payload = method === 'POST' ? { payload: {} } : {}
  const reply = await house.app.inject({ method, url, remoteAddress, headers: { host, ...sent }, ...payload })
  const isJson = String(reply.headers['content-type']).includes('json')
  return [reply.statusCode, isJson ? reply.json().code : reply.headers.location]
}

/** Sends a request line as it is, which no client of ours would. */
async function askRaw(target: string, headers: Record<string, string>): Promise<string> {
  const { app } = house
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer.split('\r\n')[0] ?? ''
}

describe.each([false, true])('when proxies are trusted: %s, the members’ host', (isTrusted) => {
  let other: HttpHouse
  beforeAll(async () => {
    const rates = { ...defaultRates, console: { points: 3, seconds: 60 } }
    const env = { CONSOLE_HOST: own, ...(isTrusted && { TRUST_PROXY: '1' }) }
    other = await startHttp({ env, webDir: dir, consoleDir: dir, rates })
  })
  afterAll(() => other.close())

  const status = async (url: string, headers: Record<string, string> = {}, remoteAddress = `10.1.0.${++nthAddress}`) =>
    (await other.app.inject({ url, remoteAddress, headers: { host: members, ...headers } })).statusCode

  it.each([
    '/api/%63onsole/me',
    '/api/c%6Fnsole/me',
    '/%61pi/console/member?q=demo',
    '/%63onsole/',
    '/console/%2e%2e/console/',
    '//console/',
  ])('knows the console by none of its spellings: %s', async (url) => {
    expect(await status(url)).toBe(404)
  })

  it('is not made the console’s by a header that a client can send', async () => {
    for (const header of ['x-forwarded-host', 'forwarded', 'x-host'])
      expect(
        await status('/api/console/member?q=demo', { [header]: header === 'forwarded' ? `host=${own}` : own }),
      ).toBe(404)
  })

  it('counts every spelling of a call of the console', async () => {
    const address = `10.2.0.${isTrusted ? 1 : 2}`
    for (const url of ['/api/console/member?q=demo', '/api/%63onsole/me', '/%61pi/console/member?q=demo'])
      await status(url, {}, address)
    expect(await status('/api/console/%6dember?q=demo', {}, address)).toBe(429)
  })
})

it('an absolute address names no other host than the connection’s', async () => {
  expect(await askRaw(`http://${own}/api/console/member?q=demo`, { host: members })).toContain(' 404 ')
  expect(await askRaw(`http://${members}/api/console/member?q=demo`, { host: members })).toContain(' 404 ')
  expect(await askRaw(`http://${own}/api/console/member?q=demo`, { host: own })).toContain(' 401 ')
})

describe('with a host of its own the console', () => {
  it.each([
    '/console',
    '/console/',
    '/console/members/1001',
    '/console/assets/x.js',
    '/api/console/me',
    '/api/console/none',
    '/api/admin',
    '/api/admin/list?siteInfoId=1',
  ])('is not found on the members’ host: %s', async (url) => {
    expect(await ask(members, url)).toEqual([404, 'ROUTE_NOT_FOUND'])
    expect(await ask(members, url, { 'x-forwarded-host': own })).toEqual([404, 'ROUTE_NOT_FOUND'])
  })

  it('answers there, whatever the letters and the port', async () => {
    for (const host of [own, 'DESK.example.com', `${own}:8443`]) {
      expect(await ask(host, '/console/')).toEqual([200, undefined])
      expect(await ask(host, '/console/approvals')).toEqual([200, undefined])
      expect(await ask(host, '/api/console/member?q=demo')).toEqual([401, 'UNAUTHENTICATED'])
    }
  })

  it('shows no page of members, and begins at /console/', async () => {
    expect(await ask(own, '/')).toEqual([302, '/console/'])
    for (const url of ['/oversea', '/wallet', '/index.html', '/consoles'])
      expect(await ask(own, url)).toEqual([404, 'ROUTE_NOT_FOUND'])
    expect(await ask(members, '/wallet')).toEqual([200, undefined])
  })

  it('signs in there: the site is the one that is named', async () => {
    expect((await ask(own, '/api/site_info/code'))[0]).toBe(200)
    expect((await ask(own, '/healthz'))[0]).toBe(200)
    expect((await ask('other.example.com', '/console/'))[1]).toBe('SITE_NOT_FOUND')
  })

  it('takes calls of its own pages and of programs alone, reads too', async () => {
    const url = '/api/console/member?q=demo'
    const foreign = [403, 'INVALID_ACCESS']
    const answered = [401, 'UNAUTHENTICATED']
    expect(await ask(own, url, { origin: `https://${own}`, 'sec-fetch-site': 'same-origin' })).toEqual(answered)
    expect(await ask(own, url, { origin: 'https://www.example.com' })).toEqual(foreign)
    expect(await ask(own, url, { 'sec-fetch-site': 'same-site' })).toEqual(foreign)
    expect(await ask(own, url, { 'sec-fetch-site': 'cross-site' })).toEqual(foreign)
    expect(await ask(own, '/api/login', { origin: 'https://localhost' }, 'POST')).toEqual(foreign)
    expect(await ask(own, url, { origin: 'null' })).toEqual(foreign)
  })

  it('has a rate of its own for each address, before anybody is known', async () => {
    const address = '10.9.9.9'
    for (let nth = 0; nth < 12; nth += 1)
      expect(await ask(own, '/api/console/member?q=demo', { address })).toEqual([401, 'UNAUTHENTICATED'])
    expect(await ask(own, '/api/console/member?q=demo', { address })).toEqual([429, 'RATE_LIMITED'])
    expect((await ask(members, '/api/site_info/code', { address }))[0]).toBe(200)
    expect(await ask(own, '/api/console/member?q=demo')).toEqual([401, 'UNAUTHENTICATED'])
  })
})

it('is a host name and nothing else', () => {
  const read = (CONSOLE_HOST: string) => () => readConfig({ CONSOLE_HOST, TOKEN_SECRET: 'x'.repeat(32) }, tmpdir())
  for (const wrong of ['https://desk.example.com', 'desk.example.com:443', 'desk..example', '-desk', 'a b'])
    expect(read(wrong)).toThrow('CONSOLE_HOST')
  expect(read('Desk.Example.com')().consoleHost).toBe('desk.example.com')
  expect(read('')().consoleHost).toBeNull()
})
