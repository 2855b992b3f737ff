// Run by scripts/leftovers.test.ts alone, where it has to fail: it leaves a process and a server behind and takes a fixed port.
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { test } from 'vitest'

const listen = (server: Server, port: number) =>
  new Promise<Server>((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))

test('leaves a process and a server behind', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(Object, 1_000)'], { stdio: 'ignore' })
  // Whoever runs this file ends it: his own run may leave nothing behind.
  console.log(`left behind: ${child.pid}`)
  const server = await listen(createServer(), 0)
  server.unref()
})

test('takes a fixed port', async () => {
  const server = await listen(createServer(), Number(process.env['FIXED_PORT']))
  server.close()
})

test('leaves nothing behind', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(Object, 1_000)'], { stdio: 'ignore' })
  child.kill()
  const server = await listen(createServer(), 0)
  server.close()
})
