import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, startHttp } from '../../test/http-app.ts'

let house: HttpHouse
let arrived: Promise<void>
let release: () => void
beforeAll(async () => {
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrive: () => void
  arrived = new Promise((resolve) => {
    arrive = resolve
  })
  house = await startHttp({
    before: (app) => {
      app.get('/api/test/slow', async () => {
        arrive()
        await released
        return { done: true }
      })
    },
  })
  await house.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => house.close())

test('what comes while the server ends is told to try again later; what came before is answered', async () => {
  const socket = connect((house.app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ended = once(socket, 'close')
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  ask('/api/test/slow')
  await arrived
  const closed = house.app.close()
  ask('/api/site_info/code')
  await expect.poll(() => house.logged()).toContain('turned away')
  release()
  await Promise.all([closed, ended])
  const [first, second] = text.split('HTTP/1.1 ').slice(1)
  expect(first).toMatch(/^200 .*"done":true/s)
  expect(second).toMatch(/^503 .*retry-after: 5.*"code":"TRY_AGAIN_LATER","message":"[^"]+".*"traceId":"/s)
})

test('a start may take as long as what it waits for', () => {
  expect(house.app.initialConfig.pluginTimeout).toBe(0)
})
