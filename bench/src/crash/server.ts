/** The server as `npm start` starts it, with providers that are played by a process which outlives it: SANDBOX is their address as JSON. */
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../../apps/server/src/config.ts'
import { startServer } from '../../../apps/server/src/server.ts'
import { unlimited } from '../../../apps/server/test/harness.ts'

const { SANDBOX = '', ...env } = process.env
const config = readConfig({ ...env, SANDBOX_PORT: 'off' }, join(import.meta.dirname, '../../..'))
const fail = (error: unknown) => {
  console.error(error)
  process.exit(1)
}
process.on('unhandledRejection', fail)
const server = await startServer({
  config,
  log: pino({ level: config.logLevel }),
  sandbox: JSON.parse(SANDBOX),
  http: { rates: unlimited },
  onFatal: fail,
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0), fail))
