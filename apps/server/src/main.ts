import { join } from 'node:path'
import { pino } from 'pino'
import { deferBackgroundThreads } from './background-threads.ts'
import { ConfigError, readConfig } from './config.ts'
import type { RunningSandbox } from './sandbox.ts'
import type { Server } from './server.ts'

/** The whole of an orderly end; after it the process goes, and the next start replays what was not written in order. */
const endWithinMs = 2_800

const root = join(import.meta.dirname, '../../..')
let server: Server | null = null
let sandbox: RunningSandbox | null = null
let ending = false
const leaving = new AbortController()

deferBackgroundThreads()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  end(1)
})

try {
  const config = readConfig(process.env, root)
  const began = performance.now()
  // The server is loaded after its settings were read: a wrong one is told at once.
  const [{ startServer }, { startSandbox }, { redaction }, { demoPassword }] = await Promise.all([
    import('./server.ts'),
    import('./sandbox.ts'),
    import('./http/index.ts'),
    import('./members/index.ts'),
  ])
  const log = pino({ level: config.logLevel, redact: redaction })
  if (config.sandbox !== null) sandbox = await startSandbox({ ...config, ...config.sandbox, log })
  const played = sandbox === null ? {} : { sandbox: sandbox.sandbox }
  server = await startServer({
    config,
    log,
    ...played,
    progress: (line) => console.log(line),
    onFatal: () => end(1),
    signal: leaving.signal,
  })
  sandbox?.tell(server.url)
  if (ending) await server.stop()
  else greet(server, performance.now() - began, demoPassword)
} catch (error) {
  // A standby that ends before its turn has nothing to say.
  if (ending && leaving.signal.reason === error) process.exit()
  // A wrong setting is the reader's to put right: one line. Anything else is ours: the whole of it.
  console.error(error instanceof ConfigError ? `Maru did not start: ${error.message}` : error)
  sandbox?.stop()
  process.exitCode = 1
}

function greet({ url, deps: { config }, staffLogins }: Server, tookMs: number, demoPassword: string): void {
  console.log(`\n  Maru (마루) runs at ${url}   (${(tookMs / 1_000).toFixed(1)} s)\n`)
  if (config.demo) {
    console.log(`  Members: demo1 … demo5, password ${demoPassword}   (모의투자: virtual points only)`)
    for (const { username, password, totpSecret } of staffLogins) {
      console.log(`  ${username}: password ${password}, TOTP secret ${totpSecret}   (shown once)`)
    }
  }
  if (sandbox !== null) console.log(`  Sandbox (banks, coins, codes by mail and SMS): ${sandbox.sandbox.url}`)
  console.log(`  Data in ${config.databaseUrl === null ? config.dataDir : 'the given database'}. Ctrl-C ends it.\n`)
}

/** Ends once, whatever asks for it and how often; Ctrl-C reaches this process and its parent, which passes it on. */
function end(code: number): void {
  if (ending) return
  ending = true
  leaving.abort()
  process.exitCode = code
  sandbox?.stop()
  setTimeout(() => {
    server?.abandon()
    process.exit(code)
  }, endWithinMs).unref()
  server?.stop().then(
    () => process.exit(code),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
}
