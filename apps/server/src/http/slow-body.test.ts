import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, startHttp } from '../../test/http-app.ts'

let house: HttpHouse
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  house = await startHttp({ requestTimeout: 1_000 })
  const address = await house.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(address).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await house?.close()
})

const head = (length: number) =>
  [
    'POST /api/login?siteInfoId=1 HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n')

test.each([
  ['a body that trickles in', () => `${head(10_000)}{`, ' '],
  ['headers that trickle in', () => 'POST /api/login HTTP/1.1\r\nx-slow: ', 'x'],
])('%s is cut when its time is over, and answered with the failure body', async (_name, begin, drop) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString()
  })
  socket.write(begin())
  const trickle = setInterval(() => {
    if (socket.writable) socket.write(drop)
  }, 100)
  await once(socket, 'close')
  clearInterval(trickle)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ code: 'INVALID_REQUEST' })
})
