/**
 * The sandbox as a process of its own: it plays every provider of demo sites over real HTTP and takes mails over SMTP. The product's
 * process starts it and tells it by IPC where it listens; without that process it ends.
 */
import type { AddressInfo } from 'node:net'
import { Arrivals } from './arrivals.ts'
import { startMail } from './mail.ts'
import type { Stage } from './play.ts'
import { createSandboxServer } from './server.ts'
import { Teller } from './teller.ts'
import { World } from './world.ts'

const {
  SANDBOX_HOST: host = '127.0.0.1',
  SANDBOX_PORT = '0',
  SANDBOX_SMTP_PORT = '0',
  SANDBOX_SECRET = '',
  SANDBOX_BOOKS,
} = process.env
if (process.send === undefined || !/^[0-9a-f]{64}$/.test(SANDBOX_SECRET)) {
  console.error('The sandbox is started by npm start.')
  process.exit(1)
}

// The terminal's Ctrl-C reaches the product too: the sandbox ends with it, not before.
process.on('SIGINT', () => undefined)
process.on('SIGHUP', () => undefined)
process.on('disconnect', () => process.exit(0))
process.on('message', (message: { productUrl?: string }) => {
  if (typeof message.productUrl === 'string') world.productUrl = message.productUrl
})

const world = new World(Date.now, SANDBOX_BOOKS ?? null)
const teller = new Teller(world, SANDBOX_SECRET)
const arrivals = new Arrivals(world, teller)
const shownHost = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
const isEverywhere = host === '0.0.0.0' || host === '::'
const stage: Stage & { url: string } = { world, teller, arrivals, secret: SANDBOX_SECRET, url: '', isEverywhere }
const server = createSandboxServer(stage)

try {
  const mail = await startMail(world, host, Number(SANDBOX_SMTP_PORT))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(SANDBOX_PORT), host, resolve)
  })
  const { port } = server.address() as AddressInfo
  stage.url = `http://${shownHost}:${port}`
  process.send({ ready: { url: stage.url, port, smtpPort: mail.port } })
} catch (error) {
  process.send({ failed: (error as NodeJS.ErrnoException).code ?? (error as Error).message }, () => process.exit(1))
}
