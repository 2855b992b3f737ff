import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { canonical } from './address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['203.0.113.999', null],
  ['unknown', null],
  ['_hidden', null],
  ["1.2.3.4' or 1=1", null],
  ['x'.repeat(500), null],
  ['', null],
])('%s is the address %s', (text, address) => {
  expect(canonical(text)).toBe(address)
})

describe('behind one proxy (TRUST_PROXY=1)', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' }, gateway: { maxSocketsPerAddress: 1 } })
  })
  afterAll(() => server.close())

  const login = (forwarded: string, password = 'demo-pass-2026') =>
    server.call('/api/login', {
      body: { username: 'demo1', password },
      headers: { 'x-forwarded-for': forwarded },
    })
  const newestIp = async () => {
    const [row] = await server.database.run('select ip from login_session order by id desc limit 1')
    return row?.['ip']
  }

  test('what the proxy added counts, whatever the client wrote before it', async () => {
    expect((await login('198.51.100.1, 10.0.0.1, 203.0.113.9')).status).toBe(200)
    expect(await newestIp()).toBe('203.0.113.9')
  })

  test.each(['x'.repeat(500), 'unknown', ',', "203.0.113.9' --", '1'.repeat(500)])(
    'what is no address is not believed, and fails nothing: %s',
    async (forwarded) => {
      expect((await login(forwarded)).status).toBe(200)
      expect(await newestIp()).toBe('127.0.0.1')
    },
  )

  test('nobody escapes a lock by another forged address in front', async () => {
    for (let turn = 0; turn < 5; turn++) await login(`198.51.100.${turn}, 203.0.113.50`, 'wrong-password')
    expect((await login('198.51.100.77, 203.0.113.50')).body.code).toBe('ACCOUNT_LOCKED')
    expect((await login('198.51.100.77, 203.0.113.51')).status).toBe(200)
  })

  test('sockets are counted by that address too', async () => {
    const open = async (forwarded: string) => {
      const socket = new WebSocket(
        `${server.url.replace('http', 'ws')}/bx_ws`,
        ['v12.stomp', 'v11.stomp', 'v10.stomp'],
        {
          headers: { 'x-forwarded-for': forwarded },
        },
      )
      const outcome = Promise.race([
        once(socket, 'open').then(() => 101),
        once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number),
      ])
      sockets.push(socket)
      socket.on('error', () => undefined)
      return outcome
    }
    const sockets: WebSocket[] = []
    expect(await open('198.51.100.1, 203.0.113.60')).toBe(101)
    expect(await open('198.51.100.2, 203.0.113.60')).toBe(429)
    expect(await open('198.51.100.2, 203.0.113.61')).toBe(101)
    expect(await open('x'.repeat(500))).toBe(101)
    expect(await open('y'.repeat(500))).toBe(429)
    for (const socket of sockets) socket.terminate()
  })
})
